package io.htsrl.policies.recurrent;

import io.htsrl.policies.network.MemoryConfig;

/** Minimal gated units: gates z, h; {@code h' = h + z (x_h - h)}. Both gates read the input alone. */
final class MinGruCell extends MemoryCell {

    MinGruCell(MemoryConfig memory) {
        super(memory);
    }

    /** Returns z and x_h. */
    @Override
    public int keptSize() {
        return 2 * units;
    }

    @Override
    public void forward(CellRows rows, int row) {
        float[] x = rows.x();
        float[] prev = rows.previous();
        float[] next = rows.next();
        float[] kept = rows.kept();
        int h = units;
        int xAt = row * gatesSize;
        int stateAt = row * stateSize;
        int keptAt = row * keptSize();
        System.arraycopy(x, xAt, kept, keptAt, 2 * h);
        sigmoid(kept, keptAt, h);
        for (int i = 0; i < h; i++) {
            float before = prev[stateAt + i];
            next[stateAt + i] = before + kept[keptAt + i] * (kept[keptAt + h + i] - before);
        }
    }

    @Override
    public void backward(CellRows rows, int row, CellGradients gradients, int column) {
        float[] prev = rows.previous();
        float[] kept = rows.kept();
        float[] x = gradients.x();
        float[] state = gradients.state();
        int h = units;
        int xAt = row * gatesSize;
        int prevAt = row * stateSize;
        int keptAt = row * keptSize();
        int stateAt = column * stateSize;
        for (int i = 0; i < h; i++) {
            float z = kept[keptAt + i];
            float dh = state[stateAt + i];
            x[xAt + i] = sigmoidBack(dh * (kept[keptAt + h + i] - prev[prevAt + i]), z);
            x[xAt + h + i] = dh * z;
            state[stateAt + i] = dh * (1 - z);
        }
    }
}
