package io.htsrl.cluster.lanes;

/** What a lane is told, in this order. Immutable; arrays are not changed. {@link LaneCodec} has its bytes. */
public sealed interface LaneOrder {

    /**
     * The observations of a bank, which rows lie in; one of the arrays is null.
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
     * @param first whether these are the first rows, whose sums begin at 0: {@link GoOn} comes of all slices to others
     */
    record Back(long pass, boolean first, float[] outputGradient) implements LaneOrder {}

    /** The sums over the rows before, of one slice. */
    record GoOn(long pass, int slice, float[] sums) implements LaneOrder {}
}
