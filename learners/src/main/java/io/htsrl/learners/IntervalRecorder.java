package io.htsrl.learners;

import io.htsrl.storage.StorageBank;
import java.util.Map;

/** Records every completed interval, in order, on the learner's thread. */
public interface IntervalRecorder {

    /**
     * Interval {@code interval} is complete.
     *
     * @param bank       what it collected
     * @param parameters φ_{k+1}, the parameters after it
     * @param learner    what made them, for the digest
     * @param lag        of the update made in it; -1 where none was made
     * @param metrics    of that update; empty where none was made
     */
    void record(
            long interval, StorageBank bank, float[] parameters, Learner learner, int lag, Map<String, Double> metrics);

    /** The last bank has been learnt from: the run's final parameters. */
    void finish(float[] parameters, Learner learner, int lag, Map<String, Double> metrics);
}
