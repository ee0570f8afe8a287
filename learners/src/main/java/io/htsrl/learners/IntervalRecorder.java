package io.htsrl.learners;

import io.htsrl.storage.StorageBank;
import java.util.Map;

/** Records every completed interval, in order, on the learner's thread. */
public interface IntervalRecorder {

    /**
     * Records that interval {@code interval} is complete.
     *
     * @param bank bank that the interval filled
     * @param parameters φ_{k+1}, the parameters after it
     * @param learner learner that computed the parameters, for the digest
     * @param lag lag of the interval's update; -1 without an update
     * @param metrics metrics of that update; empty without an update
     */
    void record(
            long interval, StorageBank bank, float[] parameters, Learner learner, int lag, Map<String, Double> metrics);

    /** Records the run's final parameters, after the update from the last bank. */
    void finish(float[] parameters, Learner learner, int lag, Map<String, Double> metrics);
}
