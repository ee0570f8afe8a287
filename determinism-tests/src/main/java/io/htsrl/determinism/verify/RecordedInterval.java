package io.htsrl.determinism.verify;

import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Everything that an interval's digest is made of. Immutable by agreement: bank and parameters may be those of a run,
 * valid while it shows them.
 *
 * @param interval   k; the number of intervals for the learning after the last one
 * @param bank       what it collected; null where there is none
 * @param parameters φ_{k+1}
 * @param learner    hashes of what the learner did beyond the parameters, part after part: {@link BitHasher#parts}
 */
record RecordedInterval(long interval, StorageBank bank, float[] parameters, Map<String, String> learner) {

    /** What the learner did, where it names no part. */
    static final String LEARNER = "learner";

    /** What an observer is shown. */
    static RecordedInterval of(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
        BitHasher hasher = new BitHasher();
        hasher.keepParts(LEARNER);
        learner.accept(hasher);
        return new RecordedInterval(interval, bank, parameters, hasher.parts());
    }

    /** The learning after the last rollout. */
    static RecordedInterval of(long interval, float[] parameters, Consumer<BitHasher> learner) {
        return of(interval, null, parameters, learner);
    }

    /** About how long an interval of a run is in a file. */
    static long bytes(StorageBank bank, float[] parameters) {
        return (long) bank.shape().bytes() + (long) Float.BYTES * parameters.length;
    }
}
