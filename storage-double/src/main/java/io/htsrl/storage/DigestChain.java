package io.htsrl.storage;

/**
 * The run's fingerprint: {@code d_k = H(d_{k-1}, bank of interval k, φ_{k+1})} over raw bits, {@code d_{-1} = 0}. Two
 * runs did the same exactly when their last digests are equal. One thread.
 */
public final class DigestChain {
    private final BitHasher hasher = new BitHasher();
    private long low;
    private long high;

    /** Appends an interval. */
    public void append(StorageBank bank, float[] parameters) {
        hasher.restart(low, high);
        bank.digest(hasher);
        close(parameters);
    }

    /** Appends a parameter vector alone: the learning that follows the last rollout. */
    public void append(float[] parameters) {
        hasher.restart(low, high);
        close(parameters);
    }

    private void close(float[] parameters) {
        hasher.floats(parameters, 0, parameters.length);
        low = hasher.low();
        high = hasher.high();
    }

    /** The last digest, 32 hexadecimal digits. */
    public String hex() {
        return BitHasher.hex(high, low);
    }

    /** The digest of a parameter vector alone. */
    public static String of(float[] parameters) {
        BitHasher hasher = new BitHasher();
        hasher.floats(parameters, 0, parameters.length);
        return hasher.hex();
    }
}
