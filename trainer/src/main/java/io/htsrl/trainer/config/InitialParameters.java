package io.htsrl.trainer.config;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.storage.DigestChain;

/**
 * Parameters that a run begins with instead of drawn ones, for example those that another run has learnt. They decide
 * bits, whatever their source: equal digests mean equal beginnings. A recorded run may have the digest alone, which is
 * enough to resume it. Immutable, any thread.
 */
public final class InitialParameters {
    private static final String SETTING = "--init-from";

    private final String source;
    private final String digest;
    private final float[] values; // null where only the digest is known

    private InitialParameters(String source, String digest, float[] values) {
        this.source = source;
        this.digest = digest;
        this.values = values;
    }

    /**
     * Creates initial parameters, in the order of the network's tensors.
     *
     * @param source their source, in words or as a path, for messages
     */
    public static InitialParameters of(float[] values, String source) {
        float[] own = values.clone();
        return new InitialParameters(source, DigestChain.of(own), own);
    }

    /** Creates the record of a recorded run's initial parameters; a run cannot begin with it. */
    public static InitialParameters recorded(String digest, String source) {
        return new InitialParameters(source, digest, null);
    }

    public String source() {
        return source;
    }

    /** Returns the digest, in the form of {@code parameter_digest} in a run's summary. */
    public String digest() {
        return digest;
    }

    /**
     * Returns a copy of the values.
     *
     * @throws ConfigurationException where only the digest is known
     */
    public float[] values() {
        Violations.require(
                values != null,
                SETTING,
                source,
                "must have been read to begin a run with",
                "read it with LearntParameters.read");
        return values.clone();
    }

    /** Adds a violation when a network of {@code count} parameters cannot begin with these; needs the values. */
    void check(int count, Violations violations) {
        if (values == null) {
            return;
        }
        violations.check(
                values.length == count,
                SETTING,
                source,
                "must hold the " + count + " parameters of this network, and holds " + values.length,
                "give those of an equal network");
        for (int i = 0; i < values.length; i++) {
            if (!Float.isFinite(values[i])) {
                violations.add(
                        SETTING,
                        source,
                        "must hold finite numbers, and parameter " + i + " is " + values[i],
                        "give those of a run that has not diverged");
                return;
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof InitialParameters that && digest.equals(that.digest);
    }

    @Override
    public int hashCode() {
        return digest.hashCode();
    }

    @Override
    public String toString() {
        return source + " (parameters " + digest + ")";
    }
}
