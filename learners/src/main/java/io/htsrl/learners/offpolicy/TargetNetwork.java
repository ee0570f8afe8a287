package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.work.Phase;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.storage.BitHasher;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Target network with {@link PolyakTargets}. It has one instance for each batch of an update, so that batches can be
 * computed in parallel. One thread, except that {@link #forward} of different batches may run in parallel.
 */
public final class TargetNetwork implements AutoCloseable, Stateful {
    private List<GradientNetwork> networks;
    private final PolyakTargets targets;
    private final BatchTeam team;
    private final Phase loading;

    /**
     * @param networks networks of the targets' parameters, one for each batch, with room for it; closed with this
     *     object
     */
    public TargetNetwork(List<GradientNetwork> networks, PolyakTargets targets, BatchTeam team) {
        this.networks = networks;
        this.targets = targets;
        this.team = team;
        this.loading = team.each(batch -> this.networks.get(batch).loadParameters(targets.values()));
    }

    /** Replaces and closes the networks, for batches of another size. */
    public void moveInto(List<GradientNetwork> others) {
        networks.forEach(GradientNetwork::close);
        networks = others;
        team.run(loading);
    }

    /** Copies the learnt parameters. */
    public void copy(float[] learnt) {
        targets.copy(learnt);
        team.run(loading);
    }

    /** Changes the parameters in place. */
    public void change(Consumer<float[]> change) {
        change.accept(targets.values());
        team.run(loading);
    }

    /** Sets the statistics that normalise observations; the weights stay. */
    public void takeStatistics(float[] learnt) {
        if (targets.takeStatistics(learnt)) {
            team.run(loading);
        }
    }

    /** Moves towards the learnt parameters by τ of the targets. */
    public void follow(float[] learnt) {
        targets.follow(learnt);
        team.run(loading);
    }

    /** Computes the output rows for the observations of a batch. */
    public void forward(int batch, ObservationBatch observations, float[] outputs) {
        networks.get(batch).forward(observations, outputs);
    }

    /** Hashes the parameters, tensor by tensor. */
    public void digest(BitHasher hasher) {
        targets.digest(hasher);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        targets.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        targets.restore(in);
        team.run(loading);
    }

    @Override
    public void close() {
        networks.forEach(GradientNetwork::close);
    }
}
