package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.state.Bulk;
import io.htsrl.core.state.Stateful;
import io.htsrl.policies.network.GradientNetwork;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A network that follows the learnt one from afar, for targets that do not move with each update. One thread. */
public final class TargetNetwork implements AutoCloseable, Stateful {
    private final GradientNetwork network;
    private final float[] parameters;

    /** @param network room for a batch; closed with this one */
    public TargetNetwork(GradientNetwork network, Policy policy) {
        this.network = network;
        this.parameters = new float[policy.parameterCount()];
    }

    /** {@code θ_target += tau (θ - θ_target)}: a copy for tau = 1. */
    public void move(float[] learnt, double tau) {
        float share = (float) tau;
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = share == 1 ? learnt[i] : parameters[i] + share * (learnt[i] - parameters[i]);
        }
        network.loadParameters(parameters);
    }

    /** Its output rows for a batch. */
    public void forward(ObservationBatch observations, float[] outputs) {
        network.forward(observations, outputs);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        Bulk.write(out, parameters);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        Bulk.read(in, parameters);
        network.loadParameters(parameters);
    }

    @Override
    public void close() {
        network.close();
    }
}
