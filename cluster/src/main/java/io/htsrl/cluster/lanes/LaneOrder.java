package io.htsrl.cluster.lanes;

import io.htsrl.core.wire.RecordCodec;
import java.util.List;

/**
 * An order to a lane. Orders arrive in the order in which they were sent. Immutable; arrays are not changed.
 * {@link #CODEC} encodes it.
 */
public sealed interface LaneOrder {
    RecordCodec<LaneOrder> CODEC = new RecordCodec<>(
            "order",
            Integer.MAX_VALUE,
            List.of(Rows.class, Load.class, Forward.class, Backward.class, Accumulate.class));

    /**
     * The observations of a bank, which later rows refer to; one of the arrays is empty.
     *
     * @param bank number of the bank
     */
    record Rows(long bank, float[] floats, byte[] bytes) implements LaneOrder {}

    /** Parameters for the following passes. */
    record Load(long version, float[] parameters) implements LaneOrder {}

    /**
     * Begins a pass and requests output rows.
     *
     * @param pass number of the pass in its run
     * @param bank number of the bank that has the rows
     * @param version version of the parameters
     * @param frames frames of a row
     * @param stride elements from a frame to the next newer one
     * @param offsets offsets of the newest frames
     * @param depths numbers of frames present
     */
    record Forward(long pass, long bank, long version, int frames, int stride, int[] offsets, int[] depths)
            implements LaneOrder {}

    /**
     * Begins the backward half of a pass.
     *
     * @param first whether these are the first rows, whose sums begin at 0; other lanes receive {@link Accumulate} for
     *     every slice
     */
    record Backward(long pass, boolean first, float[] outputGradient) implements LaneOrder {}

    /** The sums of one slice over all earlier rows. */
    record Accumulate(long pass, int slice, float[] sums) implements LaneOrder {}
}
