package io.htsrl.determinism.interleaving;

import io.htsrl.learners.Learner;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.Map;

/** Learns nothing, from any bank. */
final class NoLearner implements Learner {

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        return Map.of();
    }

    @Override
    public void save(DataOutput out) {
        // nothing to write
    }

    @Override
    public void restore(DataInput in) {
        // nothing to read
    }

    @Override
    public void close() {
        // nothing to close
    }
}
