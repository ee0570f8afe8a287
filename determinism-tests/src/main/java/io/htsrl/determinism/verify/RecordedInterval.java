package io.htsrl.determinism.verify;

import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.util.function.Consumer;

/**
 * Everything that an interval's digest is made of, as arrays; of the bank what it shows a {@link BankRecorder}. Bytes
 * of observations are kept as floats, which hold them exactly. Immutable by agreement: the arrays may be a bank's own,
 * valid while the bank is.
 *
 * @param interval     k; the number of intervals for the learning after the last one
 * @param shape        extents of the bank, or null where there is none
 * @param observations frames {@code [S-1 + steps+1][environments][observation]}: first those carried over from the
 *                     interval before, which stacks reach back to
 * @param depths       {@code [steps+1][environments]}: how far stacks reach back; empty where S is 1
 * @param actions      {@code [steps][environments][action]}
 * @param rewards      {@code [steps][environments]}
 * @param scores       {@code [steps][environments]}; empty where they are the rewards
 * @param endings      {@code [steps][environments]}: 1 for terminated, 2 for truncated, 4 more where the game goes on
 * @param outputs      {@code [steps][environments][output]}
 * @param finals       {@code [environments][truncated episodes]}: a step, then the stack of observations
 * @param parameters   φ_{k+1}
 * @param learner      hash of what the learner did beyond the parameters, two longs
 */
record RecordedInterval(
        long interval,
        Extents shape,
        float[] observations,
        byte[] depths,
        float[] actions,
        float[] rewards,
        float[] scores,
        byte[] endings,
        float[] outputs,
        float[][][] finals,
        float[] parameters,
        long[] learner) {
    private static final float[] NO_FLOATS = new float[0];
    private static final byte[] NO_BYTES = new byte[0];

    /** Of a bank, without its spaces; {@code frameStack} is S. */
    record Extents(int steps, int environments, int observation, int frameStack, int action, int output) {
    }

    /** What an observer is shown. */
    static RecordedInterval of(
            long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
        BankShape shape = bank.shape();
        Extents extents = new Extents(shape.steps(), shape.environments(), shape.observationSpace().size(),
                shape.frameStack(), shape.actionWidth(), shape.outputWidth());
        BankRecorder recorder = new BankRecorder(extents);
        bank.visit(recorder);
        return new RecordedInterval(interval, extents, recorder.frames, recorder.depths, recorder.actions,
                recorder.rewards, recorder.scores, recorder.endings, recorder.outputs, recorder.finals, parameters,
                hash(learner));
    }

    /** The learning after the last rollout. */
    static RecordedInterval of(long interval, float[] parameters, Consumer<BitHasher> learner) {
        return new RecordedInterval(interval, null, NO_FLOATS, NO_BYTES, NO_FLOATS, NO_FLOATS, NO_FLOATS, NO_BYTES,
                NO_FLOATS, new float[0][][], parameters, hash(learner));
    }

    /** About how long it is in a file. */
    long bytes() {
        return 4L * ((long) observations.length + actions.length + rewards.length + scores.length + outputs.length
                + parameters.length) + depths.length + endings.length;
    }

    private static long[] hash(Consumer<BitHasher> learner) {
        BitHasher hasher = new BitHasher();
        learner.accept(hasher);
        return new long[] {hasher.low(), hasher.high()};
    }
}
