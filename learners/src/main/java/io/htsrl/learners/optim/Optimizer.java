package io.htsrl.learners.optim;

import io.htsrl.core.state.RawArrays;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.work.Team;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.kernel.ParameterKernel;
import io.htsrl.policies.kernel.ParameterKernel.AdamStep;
import io.htsrl.policies.kernel.ParameterKernel.RmsPropStep;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Optimizer that applies a gradient to the flat parameter vector, element by element. One thread; the state is the
 * moments.
 */
public interface Optimizer extends Stateful {

    /**
     * Computes {@code parameters -= step(scale * gradient)}.
     *
     * @param scale factor of the gradient, which is not changed
     * @return whether all parameters are finite now
     */
    boolean step(float[] parameters, float[] gradient, float scale, double learningRate);

    /** Sets the moments to those before the first step. */
    void clear();

    /**
     * Creates the optimiser that {@code config} names.
     *
     * @param decayed number of parameters, from the first on, that weight decay applies to
     * @param team team that computes each step, without changing a bit
     */
    static Optimizer of(OptimizerConfig config, int parameters, int decayed, Team team) {
        ParameterKernel kernel = Kernels.parameters();
        return switch (config.kind()) {
            case ADAM, ADAMW -> new Adam(parameters, decayed, config.adam(), config.epsilon(), kernel, team);
            case RADAM -> new RAdam(parameters, decayed, config.adam(), config.epsilon(), kernel, team);
            case RMSPROP -> new RmsProp(new float[parameters], config.rmsAlpha(), config.epsilon(), kernel, team);
        };
    }

    /** Creates the optimizers of a run's learners: {@link #of}, or {@link #sharedRmsProp}. */
    @FunctionalInterface
    interface Maker {
        Optimizer make(OptimizerConfig config, int parameters, int decayed, Team team);
    }

    /**
     * Returns a maker of RMSprops with one second moment, which their threads change without locks: "Shared RMSProp" of
     * Mnih et al. 2016, Section 4. Elements that two threads change at the same time may keep one of the changes.
     */
    static Maker sharedRmsProp() {
        AtomicReference<float[]> square = new AtomicReference<>();
        return (config, parameters, decayed, team) -> new RmsProp(
                square.updateAndGet(made -> made == null ? new float[parameters] : made),
                config.rmsAlpha(),
                config.epsilon(),
                Kernels.parameters(),
                team);
    }

    /**
     * Adam (Kingma, Ba 2015, Algorithm 1), with decoupled weight decay AdamW (Loshchilov, Hutter 2019, Algorithm 2), in
     * float as PyTorch computes them.
     */
    static class Adam implements Optimizer {
        final OptimizerConfig.Adam config;
        private final float[] first;
        private final float[] second;
        final float epsilon;
        private final ParameterBlocks blocks;
        long steps;
        // the current step
        private AdamStep step;
        private AdamStep stepWithoutDecay;
        private float[] parameters;
        private float[] gradient;

        Adam(
                int parameters,
                int decayed,
                OptimizerConfig.Adam config,
                double epsilon,
                ParameterKernel kernel,
                Team team) {
            this.config = config;
            this.first = new float[parameters];
            this.second = new float[parameters];
            this.epsilon = (float) epsilon;
            this.blocks = new ParameterBlocks(parameters, team, (from, to) -> {
                int end = Math.max(from, Math.min(to, decayed));
                boolean decays = kernel.adam(step, this.parameters, gradient, first, second, from, end);
                return kernel.adam(stepWithoutDecay, this.parameters, gradient, first, second, end, to) && decays;
            });
        }

        @Override
        public final boolean step(float[] newParameters, float[] newGradient, float scale, double learningRate) {
            steps++;
            parameters = newParameters;
            gradient = newGradient;
            step = step(scale, learningRate, (float) (1 - learningRate * config.weightDecay()));
            stepWithoutDecay = step(scale, learningRate, 1);
            return blocks.update();
        }

        @Override
        public final void clear() {
            steps = 0;
            Arrays.fill(first, 0);
            Arrays.fill(second, 0);
        }

        AdamStep step(float scale, double learningRate, float decay) {
            float rootCorrection = (float) (1 / Math.sqrt(1 - StrictMath.pow(config.beta2(), steps)));
            return step(scale, rate(learningRate), rootCorrection, epsilon, decay);
        }

        /** Returns the learning rate over {@code 1 - β_1^t}. */
        final float rate(double learningRate) {
            return (float) (learningRate / (1 - StrictMath.pow(config.beta1(), steps)));
        }

        final AdamStep step(float scale, float rate, float rootCorrection, float added, float decay) {
            double beta1 = config.beta1();
            double beta2 = config.beta2();
            return new AdamStep(
                    scale,
                    (float) beta1,
                    (float) (1 - beta1),
                    (float) beta2,
                    (float) (1 - beta2),
                    rate,
                    rootCorrection,
                    added,
                    decay);
        }

        @Override
        public final void save(DataOutput out) throws IOException {
            out.writeLong(first.length);
            out.writeLong(steps);
            RawArrays.write(out, first);
            RawArrays.write(out, second);
        }

        @Override
        public final void restore(DataInput in) throws IOException {
            RawArrays.expect(first.length, "parameters", in);
            steps = in.readLong();
            RawArrays.read(in, first);
            RawArrays.read(in, second);
        }
    }

    /**
     * Rectified Adam (Liu et al. 2020, Algorithm 2), as PyTorch computes it: steps by the first moment alone until the
     * variance of the second is bounded.
     */
    static final class RAdam extends Adam {

        RAdam(
                int parameters,
                int decayed,
                OptimizerConfig.Adam config,
                double epsilon,
                ParameterKernel kernel,
                Team team) {
            super(parameters, decayed, config, epsilon, kernel, team);
        }

        @Override
        AdamStep step(float scale, double learningRate, float decay) {
            float rate = rate(learningRate);
            double power = StrictMath.pow(config.beta2(), steps);
            double greatest = 2 / (1 - config.beta2()) - 1;
            double length = greatest - 2 * steps * power / (1 - power);
            if (length <= 5) {
                return step(scale, rate, 0, 1, decay); // m / (0 sqrt(v) + 1)
            }
            double rectification = Math.sqrt(
                    (length - 4) * (length - 2) * greatest / ((greatest - 4) * (greatest - 2) * length) * (1 - power));
            return step(scale, (float) (rate * rectification), 1, epsilon, decay);
        }
    }

    /** RMSprop (Tieleman, Hinton 2012), not centred, without momentum, in float as PyTorch computes it. */
    static final class RmsProp implements Optimizer {
        private final float[] square;
        private final double alpha;
        private final float epsilon;
        private final ParameterBlocks blocks;
        // the current step
        private RmsPropStep step;
        private float[] parameters;
        private float[] gradient;

        RmsProp(float[] square, double alpha, double epsilon, ParameterKernel kernel, Team team) {
            this.square = square;
            this.alpha = alpha;
            this.epsilon = (float) epsilon;
            this.blocks = new ParameterBlocks(
                    square.length, team, (from, to) -> kernel.rmsProp(step, parameters, gradient, square, from, to));
        }

        @Override
        public boolean step(float[] newParameters, float[] newGradient, float scale, double learningRate) {
            parameters = newParameters;
            gradient = newGradient;
            step = new RmsPropStep(scale, (float) alpha, (float) (1 - alpha), (float) learningRate, epsilon);
            return blocks.update();
        }

        @Override
        public void clear() {
            Arrays.fill(square, 0);
        }

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeLong(square.length);
            RawArrays.write(out, square);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            RawArrays.expect(square.length, "parameters", in);
            RawArrays.read(in, square);
        }
    }
}
