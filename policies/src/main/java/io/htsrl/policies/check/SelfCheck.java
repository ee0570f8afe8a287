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
 * Compares the bits of one network's passes on this machine and backend. Deterministic in what it looks at: drawn
 * observations and the run's own initial parameters. One thread. Takes milliseconds: about four hundred rows of
 * the acting forward, four passes of the learner's over {@value #LEARNER_ROWS} rows, one of a reference's over
 * two of them or, where that is fast, all.
 */
public final class SelfCheck {
    /** Rows of the learner's passes: fewer than a minibatch has, for convolutions take long. */
    private static final int LEARNER_ROWS = 32;
    /** At a gradient, before it is called wrong. */
    private static final int LOOKS = 3;
    /** First and last. */
    private static final int FEW_ROWS = 2;
    /** Below this a reference's pass takes less than a millisecond a row. */
    private static final int FEW_PARAMETERS = 1 << 18;

    private static final int LEAST_ROWS = 16;
    private static final int MOST_ROWS = 1024;
    /** Different rows; larger batches repeat them. */
    private static final int PROBES = 64;
    /** Powers of two, what lies beside them, and odd ones: remainders of every tile of rows. */
    private static final int[] SIZES = {2, 3, 4, 5, 7, 8, 12, 13, 16, 17, 24, 32, 33, 48, 63, 64};

    private final ObservationSpace frame;
    private final int frameStack;
    private final int limit;
    private final float[] parameters;
    private final RandomStream stream;

    /**
     * @param frame      one observation
     * @param frameStack S: a row is a stack of so many
     * @param batchLimit the most states that one forward of the run serves
     * @param parameters of all networks that are checked; not written to
     * @param stream     of the probes
     */
    public SelfCheck(ObservationSpace frame, int frameStack, int batchLimit, float[] parameters, RandomStream stream) {
        this.frame = frame;
        this.frameStack = frameStack;
        this.limit = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, batchLimit));
        this.parameters = parameters;
        this.stream = stream;
    }

    /**
     * The same of another network, whose parameters are some of these.
     *
     * @param inputs of that network
     * @param from   where its parameters begin
     * @param to     behind its last
     */
    public SelfCheck part(String name, ObservationSpace inputs, int from, int to) {
        return new SelfCheck(inputs, 1, limit, Arrays.copyOfRange(parameters, from, to), stream.spawn(name));
    }

    /**
     * Row stability (invariant 5): each row alone, and then in batches of many sizes, at other positions, beside other
     * rows, by another {@link Policy.Forward}.
     */
    public CheckRow acting(Policy policy) {
        long start = System.nanoTime();
        int probes = Math.min(PROBES, limit);
        ActingRows rows =
                new ActingRows(policy, parameters, new ProbeRows(frame, frameStack, probes, stream.spawn("acting")));
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
     * Run-to-run equality of the learner's forward and backward: two networks, one of them twice. And whether the
     * learner computes what the actors do ({@link LearnerComparison}): a native library that is broken would not.
     *
     * @param network makes one with room for so many rows as it is asked for
     */
    public List<CheckRow> learning(PolicyNetwork policy, IntFunction<? extends GradientNetwork> network) {
        ProbeRows probes = new ProbeRows(frame, frameStack, LEARNER_ROWS, stream.spawn("learning"));
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

    private LearnerComparison comparison(PolicyNetwork policy, float[] drawn, ProbeRows probes) {
        return new LearnerComparison(policy, drawn, probes, stream.spawn("comparison"));
    }

    /**
     * The learner's gradients against a reference's. Where they disagree, other rows are looked at: a rectifier whose
     * input is zero but for rounding may have decided otherwise, in one small network of thousands; not twice.
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
            probes = new ProbeRows(
                    frame, frameStack, LEARNER_ROWS, stream.spawn("learning").spawn(look));
            comparison = comparison(policy, drawn, probes);
        }
    }

    /** Rows of the batch that the gradient is compared for: a few where a row takes long. */
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

    /** Run-to-run equality of some steps of an optimiser. */
    public CheckRow update(Supplier<ParameterUpdate> update) {
        long start = System.nanoTime();
        float[] first = updated(update.get());
        float[] second = updated(update.get());
        int different = Bits.equal(first, second) ? 0 : 1;
        return CheckRow.determinism("optimizer", "repetition", 1, different, millisSince(start));
    }

    /** Two steps: the second one has moments to start from. */
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

    /** A step of an optimiser that starts without moments. */
    @FunctionalInterface
    public interface ParameterUpdate {
        void step(float[] parameters, float[] gradient);
    }

    /** What one forward and backward gave; its arrays are nobody else's. */
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
