package io.htsrl.actors;

import io.htsrl.statebuffer.StateBatch;

/** Computes the output rows of a batch of states, with the observations and parameters that it selects. One thread. */
public interface BatchForward {

    /**
     * Runs the policy over the observation rows of {@code states}.
     *
     * @param outputs receives the output rows
     * @param outputOffsets offset in {@code outputs} of the row of each state
     */
    void compute(StateBatch states, float[] outputs, int[] outputOffsets);
}
