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

/**
 * A network with {@link PolyakTargets}, for targets that do not move with each update; as often as an update has batches,
 * so that each is computed with one of its own. One thread, but for {@link #forward} of unequal batches.
 */
public final class TargetNetwork implements AutoCloseable, Stateful {
    private List<GradientNetwork> networks;
    private final PolyakTargets targets;
    private final BatchTeam team;
    private final Phase loading;

    /** @param networks of the targets' parameters, one for each batch, with room for it; closed with this one */
    public TargetNetwork(List<GradientNetwork> networks, PolyakTargets targets, BatchTeam team) {
        this.networks = networks;
        this.targets = targets;
        this.team = team;
        this.loading = team.each(batch -> this.networks.get(batch).loadParameters(targets.values()));
    }

    /** Computes in other networks from here on, for batches of another size; those until now are closed. */
    public void moveInto(List<GradientNetwork> others) {
        networks.forEach(GradientNetwork::close);
        networks = others;
        team.run(loading);
    }

    /** Becomes a copy. */
    public void copy(float[] learnt) {
        targets.copy(learnt);
        team.run(loading);
    }

    /** Reads observations by these statistics from here on; its weights stay. */
    public void takeStatistics(float[] learnt) {
        if (targets.takeStatistics(learnt)) {
            team.run(loading);
        }
    }

    /** Moves by the targets' τ. */
    public void follow(float[] learnt) {
        targets.follow(learnt);
        team.run(loading);
    }

    /** Its output rows for the observations of a batch. */
    public void forward(int batch, ObservationBatch observations, float[] outputs) {
        networks.get(batch).forward(observations, outputs);
    }

    /** Absorbs its parameters, tensor by tensor. */
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
