package io.htsrl.cluster.lanes;

/** What a lane says. Immutable; arrays are not changed. {@link LaneCodec} has its bytes. */
public sealed interface LaneAnswer {

    /**
     * Output rows.
     *
     * @param low  of the digest of the parameters that it has computed with
     * @param high the other half
     */
    record Outputs(long pass, long low, long high, float[] outputs) implements LaneAnswer {}

    /** The sums over all rows so far, its own among them, of one slice. */
    record Sums(long pass, int slice, float[] sums) implements LaneAnswer {}

    /** It cannot go on; {@code message} is for people. */
    record Failed(String message) implements LaneAnswer {}
}
