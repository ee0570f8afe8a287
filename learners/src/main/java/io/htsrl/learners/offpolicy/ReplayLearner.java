package io.htsrl.learners.offpolicy;

import io.htsrl.core.state.StatefulParts;
import io.htsrl.learners.Learner;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Base class of learners with a replay memory. It first appends a bank in (step, environment) order, then makes the
 * updates that are due, from φ_k to φ_{k+1}. It saves, restores and resizes its parts in a fixed order. The learner's
 * thread only.
 */
public abstract class ReplayLearner implements Learner, StatefulParts {
    protected final ReplayLoop loop;
    protected final BatchTeam team;
    private int batchSize;

    /** @param team team that computes the batches of an update */
    protected ReplayLearner(ReplayLoop loop, BatchTeam team) {
        this.loop = loop;
        this.team = team;
        this.batchSize = loop.batchSize();
    }

    /** Recreates everything that has the size of a batch, for {@code rows} transitions each. */
    protected abstract void resize(int rows);

    /** Called with each bank, once it is in the memory. */
    protected void appended(StorageBank bank) {}

    /** Reads the parameters that the interval begins with. */
    protected abstract void begin(float[] parameters, boolean first);

    /** Makes one update. */
    protected abstract void learn(float[] parameters, long interval);

    /** Writes the parameters that the interval ends with, and its metrics. */
    protected abstract void end(float[] parameters, long interval, Map<String, Double> metrics);

    @Override
    public final Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        int due = loop.append(bank, behaviour, update);
        appended(bank);
        if (loop.batchSize() != batchSize) {
            batchSize = loop.batchSize();
            resize(batchSize);
        }
        begin(parameters, loop.updates() == 0);
        for (int i = 0; i < due && loop.begin(); i++) {
            learn(parameters, update);
        }
        Map<String, Double> metrics = new LinkedHashMap<>();
        end(parameters, update, metrics);
        loop.addTo(metrics);
        return metrics;
    }

    @Override
    public final double[] somePriorities(int most) {
        return loop.memory().somePriorities(most);
    }

    /** Hashes the sampled transitions. */
    @Override
    public void digest(BitHasher hasher) {
        loop.digest(hasher);
    }
}
