package io.htsrl.cluster.lanes;

import io.htsrl.core.wire.RecordCodec;
import io.htsrl.storage.BitHasher;
import java.util.Map;

/** An answer of a lane. Immutable; arrays are not changed. {@link #CODEC} encodes it. */
public sealed interface LaneAnswer {
    RecordCodec<LaneAnswer> CODEC = new RecordCodec<>(
            "answer", Integer.MAX_VALUE, Map.of(1, Outputs.class, 2, SliceSums.class, 3, Failed.class));

    /**
     * Output rows.
     *
     * @param digest digest of the parameters that computed them
     */
    record Outputs(long pass, String digest, float[] outputs) implements LaneAnswer {}

    /** The gradient's sums of one slice over all rows so far, including this lane's rows. */
    record SliceSums(long pass, int slice, float[] sums) implements LaneAnswer {}

    /** The lane cannot continue; {@code message} explains it to the user. */
    record Failed(String message) implements LaneAnswer {}

    /** Returns the 128-bit digest with which learner and lane check that their parameters are equal. */
    static String digest(float[] parameters) {
        BitHasher hasher = new BitHasher();
        hasher.floats(parameters, 0, parameters.length);
        return hasher.hex();
    }
}
