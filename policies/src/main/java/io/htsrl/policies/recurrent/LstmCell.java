package io.htsrl.policies.recurrent;

import io.htsrl.policies.network.MemoryConfig;

/** Long short-term memory: gates i, f, g, o; {@code c' = f c + i g}, {@code h' = o tanh(c')}. */
final class LstmCell extends MemoryCell {

    LstmCell(MemoryConfig memory) {
        super(memory);
    }

    /** Returns the gates i, f, g, o and tanh(c'). */
    @Override
    public int keptSize() {
        return 5 * units;
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
        for (int i = 0; i < 4 * h; i++) {
            kept[keptAt + i] = x[xAt + i] + r[rAt + i];
        }
        sigmoid(kept, keptAt, 2 * h);
        tanh(kept, keptAt + 2 * h, h);
        sigmoid(kept, keptAt + 3 * h, h);
        for (int i = 0; i < h; i++) {
            float c = kept[keptAt + h + i] * prev[stateAt + h + i] + kept[keptAt + i] * kept[keptAt + 2 * h + i];
            next[stateAt + h + i] = c;
            kept[keptAt + 4 * h + i] = c;
        }
        tanh(kept, keptAt + 4 * h, h);
        for (int i = 0; i < h; i++) {
            next[stateAt + i] = kept[keptAt + 3 * h + i] * kept[keptAt + 4 * h + i];
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
        for (int j = 0; j < h; j++) {
            float i = kept[keptAt + j];
            float f = kept[keptAt + h + j];
            float g = kept[keptAt + 2 * h + j];
            float o = kept[keptAt + 3 * h + j];
            float t = kept[keptAt + 4 * h + j];
            float dh = state[stateAt + j];
            float dc = state[stateAt + h + j] + tanhBack(dh * o, t);
            x[xAt + j] = sigmoidBack(dc * g, i);
            x[xAt + h + j] = sigmoidBack(dc * prev[prevAt + h + j], f);
            x[xAt + 2 * h + j] = tanhBack(dc * i, g);
            x[xAt + 3 * h + j] = sigmoidBack(dh * t, o);
            state[stateAt + j] = 0; // h contributes by r alone
            state[stateAt + h + j] = dc * f;
        }
        System.arraycopy(x, xAt, r, rAt, 4 * h);
    }
}
