package io.htsrl.trainer.config;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.storage.DigestChain;

/**
 * Parameters that a run begins with, in the place of those that it would draw: learnt by another run, for example. They
 * decide bits, wherever they are from: equal digests, equal beginnings. Of a recorded run the digest alone may be at
 * hand, which is enough to go on with it. Immutable, any thread.
 */
public final class InitialParameters {
    private static final String SETTING = "--init-from";

    private final String source;
    private final String digest;
    private final float[] values; // null where they are not at hand

    private InitialParameters(String source, String digest, float[] values) {
        this.source = source;
        this.digest = digest;
        this.values = values;
    }

    /**
     * These parameters, in the order of the network's tensors.
     *
     * @param source where they are from, in words or as a path: for people
     */
    public static InitialParameters of(float[] values, String source) {
        float[] own = values.clone();
        return new InitialParameters(source, DigestChain.of(own), own);
    }

    /** Those that a recorded run began with; nothing can be begun with them. */
    public static InitialParameters recorded(String digest, String source) {
        return new InitialParameters(source, digest, null);
    }

    public String source() {
        return source;
    }

    /** As a run's summary has it of its final ones: {@code parameter_digest}. */
    public String digest() {
        return digest;
    }

    /**
     * A copy.
     *
     * @throws ConfigurationException where they are not at hand
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

    /** Adds why a network of {@code count} parameters cannot begin with these, as far as they are at hand. */
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
