package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.state.Stateful;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.storage.BitHasher;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A network with {@link PolyakTargets}, for targets that do not move with each update. One thread. */
public final class TargetNetwork implements AutoCloseable, Stateful {
    private final GradientNetwork network;
    private final PolyakTargets targets;

    /** @param network of the targets' parameters, with room for a batch; closed with this one */
    public TargetNetwork(GradientNetwork network, PolyakTargets targets) {
        this.network = network;
        this.targets = targets;
    }

    /** Becomes a copy. */
    public void copy(float[] learnt) {
        targets.copy(learnt);
        network.loadParameters(targets.values());
    }

    /** Moves by the targets' τ. */
    public void follow(float[] learnt) {
        targets.follow(learnt);
        network.loadParameters(targets.values());
    }

    /** Its output rows for a batch. */
    public void forward(ObservationBatch observations, float[] outputs) {
        network.forward(observations, outputs);
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
        network.loadParameters(targets.values());
    }

    @Override
    public void close() {
        network.close();
    }
}
