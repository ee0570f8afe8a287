package io.htsrl.cluster.lanes;

import io.htsrl.core.state.RecordCodec;
import io.htsrl.storage.BitHasher;
import java.util.Map;

/** What a lane says. Immutable; arrays are not changed. {@link #CODEC} has its bytes. */
public sealed interface LaneAnswer {
    RecordCodec<LaneAnswer> CODEC =
            new RecordCodec<>("answer", Integer.MAX_VALUE, Map.of(1, Outputs.class, 2, Sums.class, 3, Failed.class));

    /**
     * Output rows.
     *
     * @param digest of the parameters that it has computed with
     */
    record Outputs(long pass, ParameterDigest digest, float[] outputs) implements LaneAnswer {}

    /** The sums over all rows so far, its own among them, of one slice. */
    record Sums(long pass, int slice, float[] sums) implements LaneAnswer {}

    /** It cannot go on; {@code message} is for people. */
    record Failed(String message) implements LaneAnswer {}

    /** 128 bits by which learner and lane find out whether they have the same parameters. Immutable. */
    record ParameterDigest(long low, long high) {
        static ParameterDigest of(float[] parameters) {
            BitHasher hasher = new BitHasher();
            hasher.floats(parameters, 0, parameters.length);
            return new ParameterDigest(hasher.low(), hasher.high());
        }

        @Override
        public String toString() {
            return String.format("%016x%016x", high, low);
        }
    }
}
