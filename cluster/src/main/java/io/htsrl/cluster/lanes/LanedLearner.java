package io.htsrl.cluster.lanes;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.learners.Learner;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.RolloutSink;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;

/** A learner that tells its lanes of each bank before it learns from it. Its state is the learner's. One thread. */
final class LanedLearner implements Learner {

    /** Hears of a bank, which stays as it is until the next. */
    @FunctionalInterface
    interface Banks {
        void begin(long update, StorageBank bank);
    }

    private final Learner learner;
    private final Banks banks;

    LanedLearner(Learner learner, Banks banks) {
        this.learner = learner;
        this.banks = banks;
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        banks.begin(update, bank);
        return learner.update(bank, behaviour, parameters, update);
    }

    @Override
    public void digest(BitHasher hasher) {
        learner.digest(hasher);
    }

    @Override
    public RolloutSink rollouts(PipelineConfig pipeline, RunControl control) {
        return learner.rollouts(pipeline, control);
    }

    @Override
    public double[] somePriorities(int most) {
        return learner.somePriorities(most);
    }

    @Override
    public long stateBytes() {
        return learner.stateBytes();
    }

    @Override
    public int layout() {
        return learner.layout();
    }

    @Override
    public void save(DataOutput out) throws IOException {
        learner.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        learner.restore(in);
    }

    @Override
    public void close() {
        learner.close();
    }
}
