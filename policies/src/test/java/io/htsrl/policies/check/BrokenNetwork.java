package io.htsrl.policies.check;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.List;

/** A network whose outputs are spoilt in their last bit where {@link Fault} says so. */
final class BrokenNetwork implements PolicyNetwork {

    /** Whether the output row of batch row {@code row} is spoilt. */
    @FunctionalInterface
    interface Fault {
        boolean spoils(ObservationBatch batch, int row);
    }

    private final PolicyNetwork whole;
    private final Fault fault;

    BrokenNetwork(PolicyNetwork whole, Fault fault) {
        this.whole = whole;
        this.fault = fault;
    }

    @Override
    public int parameterCount() {
        return whole.parameterCount();
    }

    @Override
    public int observationSize() {
        return whole.observationSize();
    }

    @Override
    public int outputWidth() {
        return whole.outputWidth();
    }

    @Override
    public int policyOutputs() {
        return whole.policyOutputs();
    }

    @Override
    public NetworkLayout layout() {
        return whole.layout();
    }

    @Override
    public List<Tensor> tensors() {
        return whole.tensors();
    }

    @Override
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        return whole.newGradientNetwork(backend, maxRows, team);
    }

    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        whole.initialise(parameters, stream);
    }

    @Override
    public Snapshot newSnapshot() {
        return whole.newSnapshot();
    }

    @Override
    public Forward newForward() {
        Forward forward = whole.newForward();
        return (snapshot, batch, outputs, offsets) -> {
            forward.forward(snapshot, batch, outputs, offsets);
            for (int row = 0; row < batch.rows(); row++) {
                if (fault.spoils(batch, row)) {
                    int at = offsets[row] + outputWidth() - 1;
                    outputs[at] = Float.intBitsToFloat(Float.floatToRawIntBits(outputs[at]) ^ 1);
                }
            }
        };
    }
}
