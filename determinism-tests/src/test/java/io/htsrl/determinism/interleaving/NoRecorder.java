package io.htsrl.determinism.interleaving;

import io.htsrl.learners.IntervalRecorder;
import io.htsrl.learners.Learner;
import io.htsrl.storage.StorageBank;
import java.util.Map;

/** Keeps nothing of what it hears. */
final class NoRecorder implements IntervalRecorder {

    @Override
    public void record(
            long interval,
            StorageBank bank,
            float[] parameters,
            Learner learner,
            int lag,
            Map<String, Double> metrics) {
        // not kept
    }

    @Override
    public void finish(float[] parameters, Learner learner, int lag, Map<String, Double> metrics) {
        // not kept
    }
}
