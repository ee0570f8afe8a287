package io.htsrl.storage;

import io.htsrl.core.state.Stateful;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * The run's fingerprint: {@code d_k = H(d_{k-1}, bank of interval k, φ_{k+1}, learner)} over raw bits, {@code d_{-1} =
 * 0}. Two runs computed the same if and only if their last digests are equal. One thread.
 */
public final class DigestChain implements Stateful {
    private final BitHasher hasher = new BitHasher();
    private long low;
    private long high;

    /**
     * Appends an interval.
     *
     * @param learner absorbs the learner's state beyond its parameters
     */
    public void append(StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
        hasher.restart(low, high);
        bank.digest(hasher);
        close(parameters, learner);
    }

    /** Appends parameters alone, for the learning that follows the last rollout. */
    public void append(float[] parameters, Consumer<BitHasher> learner) {
        hasher.restart(low, high);
        close(parameters, learner);
    }

    private void close(float[] parameters, Consumer<BitHasher> learner) {
        hasher.floats(parameters, 0, parameters.length);
        learner.accept(hasher);
        low = hasher.low();
        high = hasher.high();
    }

    /** Returns the last digest, 32 hexadecimal digits. */
    public String hex() {
        return BitHasher.hex(high, low);
    }

    /** Returns the digest of a parameter vector alone. */
    public static String of(float[] parameters) {
        BitHasher hasher = new BitHasher();
        hasher.floats(parameters, 0, parameters.length);
        return hasher.hex();
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(low);
        out.writeLong(high);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        low = in.readLong();
        high = in.readLong();
    }
}
