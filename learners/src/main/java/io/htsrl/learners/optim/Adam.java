package io.htsrl.learners.optim;

import io.htsrl.core.state.Bulk;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Adam (Kingma, Ba 2015, Algorithm 1) with β = (0.9, 0.999), in float as PyTorch computes it. */
final class Adam implements Optimizer {
    private static final double BETA1 = 0.9;
    private static final double BETA2 = 0.999;

    private final float[] first;
    private final float[] second;
    private final float epsilon;
    private long steps;

    Adam(int parameters, double epsilon) {
        this.first = new float[parameters];
        this.second = new float[parameters];
        this.epsilon = (float) epsilon;
    }

    @Override
    public void step(float[] parameters, float[] gradient, double learningRate) {
        steps++;
        float stepSize = (float) (learningRate / (1 - StrictMath.pow(BETA1, steps)));
        float rootCorrection = (float) (1 / Math.sqrt(1 - StrictMath.pow(BETA2, steps)));
        float keep1 = (float) BETA1;
        float take1 = (float) (1 - BETA1);
        float keep2 = (float) BETA2;
        float take2 = (float) (1 - BETA2);
        for (int i = 0; i < first.length; i++) {
            float g = gradient[i];
            float m = keep1 * first[i] + take1 * g;
            float v = keep2 * second[i] + take2 * (g * g);
            first[i] = m;
            second[i] = v;
            parameters[i] -= stepSize * (m / ((float) Math.sqrt(v) * rootCorrection + epsilon));
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(first.length);
        out.writeLong(steps);
        Bulk.write(out, first);
        Bulk.write(out, second);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        Bulk.expect(first.length, "parameters", in);
        steps = in.readLong();
        Bulk.read(in, first);
        Bulk.read(in, second);
    }
}
