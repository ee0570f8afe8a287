package io.htsrl.learners;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.RolloutSink;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;

/**
 * Learner that delegates every call to another one. Subclasses change or observe some of the calls. Closing it closes
 * the other learner. One thread.
 */
public abstract class DelegatingLearner implements Learner {
    private final Learner learner;

    /** @param learner learner that receives every call */
    protected DelegatingLearner(Learner learner) {
        this.learner = learner;
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
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
    public Map<String, float[]> estimates() {
        return learner.estimates();
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
