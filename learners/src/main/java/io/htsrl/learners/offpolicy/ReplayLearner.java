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
    private final NetworkResets resets;
    private int batchSize;

    /** @param team team that computes the batches of an update */
    protected ReplayLearner(ReplayLoop loop, BatchTeam team, NetworkResets resets) {
        this.loop = loop;
        this.team = team;
        this.resets = resets;
        this.batchSize = loop.batchSize();
    }

    /** Recreates everything that has the size of a batch, for {@code rows} transitions each. */
    protected abstract void resize(int rows);

    /** Called with each bank, once it is in the memory. */
    protected void appended(StorageBank bank) {}

    /**
     * Reads the parameters of φ.
     *
     * @param fresh whether they are new, before the first update and after a reset: targets then start as copies
     */
    protected abstract void begin(float[] parameters, boolean fresh);

    /** Makes one update. */
    protected abstract void learn(float[] parameters, long interval);

    /** Clears the moments of all optimizers. */
    protected abstract void clearMoments();

    /** Writes the learnt parameters to φ; by default nothing, for a learner that learns in place. */
    protected void end(float[] parameters, long interval) {}

    /** Adds the metrics since the last call. */
    protected abstract void addTo(Map<String, Double> metrics, long interval);

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
            if (resets.due(loop.updates())) {
                end(parameters, update);
                resets.apply(parameters, loop.updates());
                clearMoments();
                begin(parameters, true);
            }
            learn(parameters, update);
        }
        end(parameters, update);
        Map<String, Double> metrics = new LinkedHashMap<>();
        addTo(metrics, update);
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
