package io.htsrl.learners.optim;

import io.htsrl.core.state.Bulk;
import io.htsrl.core.work.Team;
import io.htsrl.policies.kernel.ParameterKernel;
import io.htsrl.policies.kernel.ParameterKernel.RmsPropStep;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** RMSprop (Tieleman, Hinton 2012), not centred, without momentum, in float as PyTorch computes it. */
final class RmsProp implements Optimizer {
    private final float[] square;
    private final double alpha;
    private final float epsilon;
    private final ParameterBlocks blocks;
    // the step under way
    private RmsPropStep step;
    private float[] parameters;
    private float[] gradient;

    RmsProp(int parameters, double alpha, double epsilon, ParameterKernel kernel, Team team) {
        this.square = new float[parameters];
        this.alpha = alpha;
        this.epsilon = (float) epsilon;
        this.blocks = new ParameterBlocks(
                parameters, team, (from, to) -> kernel.rmsProp(step, this.parameters, gradient, square, from, to));
    }

    @Override
    public boolean step(float[] newParameters, float[] newGradient, float scale, double learningRate) {
        parameters = newParameters;
        gradient = newGradient;
        step = new RmsPropStep(scale, (float) alpha, (float) (1 - alpha), (float) learningRate, epsilon);
        return blocks.update();
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
