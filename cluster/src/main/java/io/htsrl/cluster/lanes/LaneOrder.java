package io.htsrl.cluster.lanes;

import io.htsrl.core.state.RecordCodec;
import java.util.Map;

/** What a lane is told, in this order. Immutable; arrays are not changed. {@link #CODEC} has its bytes. */
public sealed interface LaneOrder {
    RecordCodec<LaneOrder> CODEC = new RecordCodec<>(
            "order",
            Integer.MAX_VALUE,
            Map.of(1, Rows.class, 2, Load.class, 3, Forward.class, 4, Backward.class, 5, Accumulate.class));

    /**
     * The observations of a bank, which rows lie in; one of the arrays is empty.
     *
     * @param bank numbers them
     */
    record Rows(long bank, float[] floats, byte[] bytes) implements LaneOrder {}

    /** Parameters that further passes use. */
    record Load(long version, float[] parameters) implements LaneOrder {}

    /**
     * A pass begins: output rows are wanted.
     *
     * @param pass    numbers the passes of a run
     * @param bank    where the rows lie
     * @param version of the parameters
     * @param frames  in a row
     * @param stride  elements from a frame to the next newer one
     * @param offsets of the newest frames
     * @param depths  frames that are there
     */
    record Forward(long pass, long bank, long version, int frames, int stride, int[] offsets, int[] depths)
            implements LaneOrder {}

    /**
     * The way back.
     *
     * @param first whether these are the first rows, whose sums begin at 0: {@link Accumulate} comes of all slices to others
     */
    record Backward(long pass, boolean first, float[] outputGradient) implements LaneOrder {}

    /** The sums over the rows before, of one slice. */
    record Accumulate(long pass, int slice, float[] sums) implements LaneOrder {}
}
