package io.htsrl.actors;

import io.htsrl.statebuffer.StateBatch;

/** Computes the output rows of a batch of states, with the observations and parameters that it selects. One thread. */
public interface BatchForward {

    /**
     * Runs the policy over the observation rows of {@code states}.
     *
     * @param outputOffsets offset in {@code outputs} of the row of each state
     * @param outputOffsets where in {@code outputs} the row of each state begins
     */
    void compute(StateBatch states, float[] outputs, int[] outputOffsets);
}
