package io.htsrl.trainer.verify;

import io.htsrl.core.ObservationBatch;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.FinalObservations;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Everything that an interval's digest is made of, as arrays. Bytes of observations are kept as floats, which hold
 * them exactly. Immutable by agreement: the arrays may be a bank's own, valid while the bank is.
 *
 * @param interval     k; the number of intervals for the learning after the last one
 * @param shape        extents of the bank, or null where there is none
 * @param observations {@code [steps+1][environments][observation]}
 * @param actions      {@code [steps][environments][action]}
 * @param rewards      {@code [steps][environments]}
 * @param endings      {@code [steps][environments]}: 0, 1 for terminated, 2 for truncated
 * @param outputs      {@code [steps][environments][output]}
 * @param finals       {@code [environments][truncated episodes]}: a step, then the observation
 * @param parameters   φ_{k+1}
 * @param learner      hash of what the learner did beyond the parameters, two longs
 */
record RecordedInterval(
        long interval,
        Extents shape,
        float[] observations,
        float[] actions,
        float[] rewards,
        byte[] endings,
        float[] outputs,
        float[][][] finals,
        float[] parameters,
        long[] learner) {
    private static final float[] NO_FLOATS = new float[0];

    /** Of a bank, without its spaces. */
    record Extents(int steps, int environments, int observation, int action, int output) {
    }

    /** What an observer is shown. */
    static RecordedInterval of(
            long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
        BankShape shape = bank.shape();
        Extents extents = new Extents(shape.steps(), shape.environments(), shape.observationSpace().size(),
                shape.actionWidth(), shape.outputWidth());
        return new RecordedInterval(interval, extents, observations(bank), bank.actions(), bank.rewards(), endings(bank),
                bank.outputs(), finals(bank, extents), parameters, hash(learner));
    }

    /** Without the frames before the first step, which are those of the interval before. */
    private static float[] observations(StorageBank bank) {
        float[] floats = bank.floatObservations() != null ? bank.floatObservations() : floats(bank.byteObservations());
        int first = bank.observationOffset(0, 0);
        return first == 0 ? floats : Arrays.copyOfRange(floats, first, floats.length);
    }

    /** The learning after the last rollout. */
    static RecordedInterval of(long interval, float[] parameters, Consumer<BitHasher> learner) {
        return new RecordedInterval(interval, null, NO_FLOATS, NO_FLOATS, NO_FLOATS, new byte[0], NO_FLOATS,
                new float[0][][], parameters, hash(learner));
    }

    /** About how long it is in a file. */
    long bytes() {
        return 4L * (observations.length + actions.length + rewards.length + outputs.length + parameters.length)
                + endings.length;
    }

    private static byte[] endings(StorageBank bank) {
        byte[] endings = new byte[bank.shape().rows()];
        for (int row = 0; row < endings.length; row++) {
            endings[row] = (byte) (bank.terminated(row) ? 1 : bank.truncated(row) ? 2 : 0);
        }
        return endings;
    }

    private static float[][][] finals(StorageBank bank, Extents extents) {
        float[][][] finals = new float[extents.environments()][][];
        ObservationBatch one = new ObservationBatch(1);
        for (int environment = 0; environment < finals.length; environment++) {
            FinalObservations kept = bank.finals(environment);
            finals[environment] = new float[kept.count()][];
            for (int index = 0; index < kept.count(); index++) {
                kept.bind(one, index);
                float[] row = new float[1 + extents.observation()];
                row[0] = kept.step(index);
                float[] values = one.bytes() == null ? one.floats() : floats(one.bytes());
                System.arraycopy(values, one.offset(0), row, 1, extents.observation());
                finals[environment][index] = row;
            }
        }
        return finals;
    }

    private static float[] floats(byte[] bytes) {
        float[] floats = new float[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            floats[i] = bytes[i] & 0xff;
        }
        return floats;
    }

    private static long[] hash(Consumer<BitHasher> learner) {
        BitHasher hasher = new BitHasher();
        learner.accept(hasher);
        return new long[] {hasher.low(), hasher.high()};
    }
}
