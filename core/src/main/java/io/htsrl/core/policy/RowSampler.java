package io.htsrl.core.policy;

import io.htsrl.core.random.RandomStream;

/** {@link ActionHead#sample} over many rows, with the same bits. One thread; allocates nothing. */
public interface RowSampler {

    /**
     * Writes the actions of consecutive output rows to consecutive action rows.
     *
     * @param stride floats from an output row to the next
     * @param draws the stream of each row's actions; their number is that of the rows
     * @param step coordinate of the draws: all rows belong to the same step
     * @return false when an output is not finite: the actions are then undefined, and {@link ActionHead#sample} reports
     *     the row
     */
    boolean sample(
            float[] outputs,
            int outputOffset,
            int stride,
            RandomStream[] draws,
            long step,
            float[] actions,
            int actionOffset);
}
