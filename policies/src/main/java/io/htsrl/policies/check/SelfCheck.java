package io.htsrl.policies.check;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.check.ActingRows.Bits;
import io.htsrl.policies.check.ProbeRows.ProbeParameters;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Comparison of the bits of one network's passes on this machine and backend. Its inputs are deterministic: random
 * observations from a seed and the run's initial parameters. One thread. Takes milliseconds: about four hundred rows of
 * the acting forward, four passes of the learner's over {@value #LEARNER_ROWS} rows, one of a reference's over two of
 * them or, where that is fast, all.
 */
public final class SelfCheck {
    /** Rows of the learner's passes: fewer than a minibatch has, for convolutions take long. */
    private static final int LEARNER_ROWS = 32;
    /** Number of comparisons of a gradient before it is reported as wrong. */
    private static final int LOOKS = 3;
    /** Number of rows where a reference's pass is slow: the first and the last. */
    private static final int FEW_ROWS = 2;
    /** Number of parameters below which a reference's pass takes less than a millisecond a row. */
    private static final int FEW_PARAMETERS = 1 << 18;

    private static final int LEAST_ROWS = 16;
    private static final int MOST_ROWS = 1024;
    /** Number of different rows; larger batches repeat them. */
    private static final int PROBES = 64;
    /** Batch sizes: powers of two, their neighbours, and odd numbers, with all remainders of every tile of rows. */
    private static final int[] SIZES = {2, 3, 4, 5, 7, 8, 12, 13, 16, 17, 24, 32, 33, 48, 63, 64};

    private final ObservationSpace frame;
    private final int frameStack;
    private final int limit;
    private final float[] parameters;
    private final RandomStream stream;

    /**
     * @param frame one observation
     * @param frameStack S: a row is a stack of so many
     * @param batchLimit the most states that one forward of the run serves
     * @param parameters of all networks that are checked; not written to
     * @param stream of the probes
     */
    public SelfCheck(ObservationSpace frame, int frameStack, int batchLimit, float[] parameters, RandomStream stream) {
        this.frame = frame;
        this.frameStack = frameStack;
        this.limit = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, batchLimit));
        this.parameters = parameters;
        this.stream = stream;
    }

    /**
     * Creates the self-check of another network, whose parameters are part of these.
     *
     * @param inputs one observation of that network
     * @param frames of its inputs
     * @param from where its parameters begin
     * @param to behind its last
     */
    public SelfCheck part(String name, ObservationSpace inputs, int frames, int from, int to) {
        return new SelfCheck(inputs, frames, limit, Arrays.copyOfRange(parameters, from, to), stream.spawn(name));
    }

    /**
     * Checks row stability (invariant 5): computes each row alone, and then in batches of many sizes, at other
     * positions, beside other rows, by another {@link Policy.Forward}.
     */
    public CheckRow acting(Policy policy) {
        long start = System.nanoTime();
        int probes = Math.min(PROBES, limit);
        ActingRows rows = new ActingRows(policy, parameters, probes(policy, probes, stream.spawn("acting")));
        int[] sizes = IntStream.concat(IntStream.of(SIZES).filter(size -> size < limit), IntStream.of(limit))
                .toArray();
        int compared = 0;
        int different = 0;
        for (int i = 0; i < sizes.length; i++) {
            compared += sizes[i];
            different += rows.different(sizes[i], Math.floorMod(stream.bits(i), probes));
        }
        return CheckRow.determinism(
                "acting forward", "batch size and position", compared, different, millisSince(start));
    }

    /**
     * Checks that the learner's forward and backward are equal from run to run, with two networks, one of them twice.
     * Also checks that the learner agrees with the actors ({@link LearnerComparison}), which detects a broken native
     * library.
     *
     * @param network factory of the learner's network with room for the given number of rows
     */
    public List<CheckRow> learning(PolicyNetwork policy, IntFunction<? extends GradientNetwork> network) {
        ProbeRows probes = probes(policy, LEARNER_ROWS, stream.spawn("learning"));
        float[] drawn = ProbeParameters.of(policy, parameters, stream.spawn("parameters"));
        long start = System.nanoTime();
        LearnerComparison comparison = comparison(policy, drawn, probes);
        double actingMillis = millisSince(start);
        float[] weights = comparison.weights(probes.spread(LEARNER_ROWS));
        List<LearnerPass> passes = new ArrayList<>();
        start = System.nanoTime();
        try (GradientNetwork one = network.apply(LEARNER_ROWS);
                GradientNetwork other = network.apply(LEARNER_ROWS)) {
            for (GradientNetwork each : List.of(one, other, one)) {
                passes.add(LearnerPass.of(each, drawn, probes, weights));
            }
            double millis = millisSince(start) / 2;
            return List.of(
                    CheckRow.determinism(
                            "learner's forward",
                            "repetition",
                            passes.size() - 1,
                            different(passes, LearnerPass::outputs),
                            millis),
                    CheckRow.determinism(
                            "learner's backward",
                            "repetition",
                            passes.size() - 1,
                            different(passes, LearnerPass::gradient),
                            millis),
                    comparison.outputs(passes.get(0).outputs(), actingMillis),
                    gradients(comparison, policy, other, drawn, probes));
        }
    }

    private ProbeRows probes(Policy policy, int count, RandomStream draws) {
        return new ProbeRows(frame, frameStack, count, policy.memorySize(), draws);
    }

    private LearnerComparison comparison(PolicyNetwork policy, float[] drawn, ProbeRows probes) {
        return new LearnerComparison(policy, drawn, probes, stream.spawn("comparison"));
    }

    /**
     * Compares the learner's gradients with a reference's. On a difference it compares other rows: a rectifier with an
     * input of zero but for rounding may differ in one small network of thousands, but not twice.
     */
    private CheckRow gradients(
            LearnerComparison first,
            PolicyNetwork policy,
            GradientNetwork learner,
            float[] drawn,
            ProbeRows firstProbes) {
        LearnerComparison comparison = first;
        ProbeRows probes = firstProbes;
        for (int look = 1; ; look++) {
            int[] rows = probes.spread(gradientRows(policy));
            long start = System.nanoTime();
            LearnerPass pass = LearnerPass.of(learner, drawn, probes, comparison.weights(rows));
            CheckRow row = comparison.gradients(pass.gradient(), rows, start);
            if (row.holds() || look == LOOKS) {
                return row;
            }
            probes = probes(policy, LEARNER_ROWS, stream.spawn("learning").spawn(look));
            comparison = comparison(policy, drawn, probes);
        }
    }

    /** Returns the number of rows whose gradient is compared: a few where a row takes long. */
    private static int gradientRows(PolicyNetwork policy) {
        boolean convolutions =
                policy.tensors().stream().anyMatch(tensor -> tensor.shape().size() > 2);
        return convolutions || policy.parameterCount() > FEW_PARAMETERS ? FEW_ROWS : LEARNER_ROWS;
    }

    private static int different(List<LearnerPass> passes, Function<LearnerPass, float[]> part) {
        float[] first = part.apply(passes.get(0));
        return (int) passes.stream()
                .skip(1)
                .filter(pass -> !Bits.equal(first, part.apply(pass)))
                .count();
    }

    /** Checks that some steps of an optimiser are equal from run to run. */
    public CheckRow update(Supplier<ParameterUpdate> update) {
        long start = System.nanoTime();
        float[] first = updated(update.get());
        float[] second = updated(update.get());
        int different = Bits.equal(first, second) ? 0 : 1;
        return CheckRow.determinism("optimizer", "repetition", 1, different, millisSince(start));
    }

    /** Makes two steps, so that the second one starts with moments. */
    private float[] updated(ParameterUpdate update) {
        float[] updated = parameters.clone();
        float[] gradient = new float[updated.length];
        for (int step = 0; step < 2; step++) {
            for (int i = 0; i < gradient.length; i++) {
                gradient[i] = updated[i] * (step + 1) - 0.01f;
            }
            update.step(updated, gradient);
        }
        return updated;
    }

    static double millisSince(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    /** Step of an optimiser that starts without moments. */
    @FunctionalInterface
    public interface ParameterUpdate {
        void step(float[] parameters, float[] gradient);
    }

    /** Result of one forward and backward, in arrays that nothing else uses. */
    record LearnerPass(float[] outputs, float[] gradient) {

        static LearnerPass of(GradientNetwork network, float[] parameters, ProbeRows probes, float[] outputGradient) {
            ObservationBatch batch = new ObservationBatch(probes.count());
            probes.fill(batch, 0, probes.count());
            float[] outputs = new float[probes.count() * network.outputWidth()];
            float[] gradient = new float[network.parameterCount()];
            network.loadParameters(parameters);
            network.forward(batch, outputs);
            network.backward(outputGradient, gradient);
            return new LearnerPass(outputs, gradient);
        }
    }
}
