package io.htsrl.actors;

import io.htsrl.core.policy.ActingState;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.ObservationRows;
import io.htsrl.core.policy.Policy;
import io.htsrl.statebuffer.StateBatch;

/** Forward pass on the rows of the bank being filled, with the interval's parameters. Allocates nothing per batch. */
public final class IntervalForward implements BatchForward {
    private final ActingState acting;
    private final Policy.Forward forward;
    private final ObservationBatch observations;

    /** @param limit maximum number of states of a batch */
    public IntervalForward(ActingState acting, Policy policy, int limit) {
        this.acting = acting;
        this.forward = policy.newForward();
        this.observations = new ObservationBatch(limit);
    }

    @Override
    public void compute(StateBatch states, float[] outputs, int[] outputOffsets) {
        ObservationRows source = acting.rows();
        source.bind(observations);
        for (int i = 0; i < states.size(); i++) {
            source.add(observations, states.step(i), states.environment(i));
        }
        forward.forward(acting.snapshot(), observations, outputs, outputOffsets);
    }
}
