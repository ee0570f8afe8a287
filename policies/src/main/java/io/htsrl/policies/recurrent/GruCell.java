package io.htsrl.policies.recurrent;

import io.htsrl.policies.network.MemoryConfig;

/** Gated recurrent units: gates r, z, n; {@code n = tanh(x_n + r r_n)}, {@code h' = n + z (h - n)}. */
final class GruCell extends MemoryCell {

    GruCell(MemoryConfig memory) {
        super(memory);
    }

    /** Returns the gates r, z, n and the sum r_n. */
    @Override
    public int keptSize() {
        return 4 * units;
    }

    @Override
    public void forward(CellRows rows, int row) {
        float[] x = rows.x();
        float[] prev = rows.previous();
        float[] next = rows.next();
        float[] kept = rows.kept();
        float[] r = rows.r();
        int h = units;
        int xAt = row * gatesSize;
        int rAt = rows.rAt()[row];
        int stateAt = row * stateSize;
        int keptAt = row * keptSize();
        for (int i = 0; i < 2 * h; i++) {
            kept[keptAt + i] = x[xAt + i] + r[rAt + i];
        }
        sigmoid(kept, keptAt, 2 * h);
        for (int i = 0; i < h; i++) {
            float recurrent = r[rAt + 2 * h + i];
            kept[keptAt + 2 * h + i] = x[xAt + 2 * h + i] + kept[keptAt + i] * recurrent;
            kept[keptAt + 3 * h + i] = recurrent;
        }
        tanh(kept, keptAt + 2 * h, h);
        for (int i = 0; i < h; i++) {
            float n = kept[keptAt + 2 * h + i];
            next[stateAt + i] = n + kept[keptAt + h + i] * (prev[stateAt + i] - n);
        }
    }

    @Override
    public void backward(CellRows rows, int row, CellGradients gradients, int column) {
        float[] prev = rows.previous();
        float[] kept = rows.kept();
        float[] x = gradients.x();
        float[] state = gradients.state();
        float[] r = gradients.r();
        int h = units;
        int xAt = row * gatesSize;
        int rAt = rows.rAt()[row];
        int prevAt = row * stateSize;
        int keptAt = row * keptSize();
        int stateAt = column * stateSize;
        for (int i = 0; i < h; i++) {
            float reset = kept[keptAt + i];
            float z = kept[keptAt + h + i];
            float n = kept[keptAt + 2 * h + i];
            float dh = state[stateAt + i];
            float dn = tanhBack(dh * (1 - z), n);
            float dr = sigmoidBack(dn * kept[keptAt + 3 * h + i], reset);
            float dz = sigmoidBack(dh * (prev[prevAt + i] - n), z);
            x[xAt + i] = dr;
            x[xAt + h + i] = dz;
            x[xAt + 2 * h + i] = dn;
            r[rAt + i] = dr;
            r[rAt + h + i] = dz;
            r[rAt + 2 * h + i] = dn * reset;
            state[stateAt + i] = dh * z;
        }
    }
}
