package io.htsrl.cluster.lanes;

/** The parameters of the learner's passes, as lanes get them: in bytes once somebody needs them. The learner's thread. */
final class LearnerParameters {
    private final float[] values;
    private long version = -1;
    private byte[] bytes;
    private Held held;

    LearnerParameters(int count) {
        values = new float[count];
    }

    void are(float[] parameters) {
        System.arraycopy(parameters, 0, values, 0, values.length);
        version++;
        bytes = null;
        held = null;
    }

    long version() {
        return version;
    }

    byte[] bytes() {
        if (bytes == null) {
            bytes = LaneCodec.encode(new LaneOrder.Load(version, values));
        }
        return bytes;
    }

    Held held() {
        if (held == null) {
            held = Held.of(values);
        }
        return held;
    }
}
