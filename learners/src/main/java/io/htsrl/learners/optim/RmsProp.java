package io.htsrl.learners.optim;

import io.htsrl.core.state.Bulk;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** RMSprop (Tieleman, Hinton 2012), not centred, without momentum, in float as PyTorch computes it. */
final class RmsProp implements Optimizer {
    private final float[] square;
    private final float keep;
    private final float take;
    private final float epsilon;

    RmsProp(int parameters, double alpha, double epsilon) {
        this.square = new float[parameters];
        this.keep = (float) alpha;
        this.take = (float) (1 - alpha);
        this.epsilon = (float) epsilon;
    }

    @Override
    public void step(float[] parameters, float[] gradient, double learningRate) {
        float rate = (float) learningRate;
        for (int i = 0; i < square.length; i++) {
            float g = gradient[i];
            float v = keep * square[i] + take * (g * g);
            square[i] = v;
            parameters[i] -= rate * (g / ((float) Math.sqrt(v) + epsilon));
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(square.length);
        Bulk.write(out, square);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        Bulk.expect(square.length, "parameters", in);
        Bulk.read(in, square);
    }
}
