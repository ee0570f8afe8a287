package io.htsrl.cluster.pekko;

import io.htsrl.cluster.wire.Parcel;
import io.htsrl.cluster.wire.ParcelCodec;
import java.util.Optional;

/** The bytes of the parameters of one interval, the same for all nodes. The learner's actor. */
final class PolicyBytes {
    private long version = -1;
    private byte[] bytes;

    /** Those of a version, if it is the newest. */
    Optional<byte[]> current(long ofVersion) {
        return ofVersion == version ? Optional.ofNullable(bytes) : Optional.empty();
    }

    byte[] of(long ofVersion, float[] parameters) {
        if (ofVersion != version) {
            bytes = ParcelCodec.encode(new Parcel.Policy(ofVersion, parameters));
            version = ofVersion;
        }
        return bytes;
    }
}
