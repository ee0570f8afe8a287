package io.htsrl.actors;

import io.htsrl.statebuffer.StateBatch;

/** Computes the output rows of a batch of states: which observations, by which parameters. One thread per instance. */
public interface BatchForward {

    /**
     * Runs the policy over the observation rows of {@code states}.
     *
     * @param outputs       receives the output rows
     * @param outputOffsets where in {@code outputs} the row of each state begins
     */
    void compute(StateBatch states, float[] outputs, int[] outputOffsets);
}
