package io.htsrl.actors;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.ObservationRows;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.policy.PublishedParameters;
import io.htsrl.statebuffer.StateBatch;

/**
 * Forward passes of the {@code async} schedule: each state uses the parameters of its rollout; states with the same
 * version share one pass. Allocates nothing per batch.
 */
public final class NewestForward implements BatchForward {
    private final ObservationRows rows;
    private final PublishedParameters parameters;
    private final Policy.Forward forward;
    private final ObservationBatch observations;
    private final int[] groupOffsets;
    private final PublishedParameters.Version[] versions; // of the batch's states; null if served

    /** @param limit maximum number of states of a batch */
    public NewestForward(ObservationRows rows, PublishedParameters parameters, Policy policy, int limit) {
        this.rows = rows;
        this.parameters = parameters;
        this.forward = policy.newForward();
        this.observations = new ObservationBatch(limit);
        this.groupOffsets = new int[limit];
        this.versions = new PublishedParameters.Version[limit];
    }

    @Override
    public void compute(StateBatch states, float[] outputs, int[] outputOffsets) {
        PublishedParameters.Version newest = parameters.newest();
        for (int i = 0; i < states.size(); i++) {
            versions[i] = parameters.use(states.environment(i), states.step(i), newest);
        }
        for (int i = 0; i < states.size(); i++) {
            if (versions[i] != null) {
                computeGroup(i, states, outputs, outputOffsets);
            }
        }
    }

    /** Computes the states of the batch, from {@code first} on, that have the same version as {@code first}. */
    private void computeGroup(int first, StateBatch states, float[] outputs, int[] outputOffsets) {
        PublishedParameters.Version shared = versions[first];
        rows.bind(observations);
        for (int i = first; i < states.size(); i++) {
            if (versions[i] == shared) {
                groupOffsets[observations.rows()] = outputOffsets[i];
                rows.add(observations, states.step(i), states.environment(i));
                versions[i] = null;
            }
        }
        forward.forward(shared.snapshot(), observations, outputs, groupOffsets);
    }
}
