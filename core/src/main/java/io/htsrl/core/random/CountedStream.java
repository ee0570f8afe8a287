package io.htsrl.core.random;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A sequence of draws from one seed whose whole state is the seed and a counter, for environments that draw a varying
 * number of values per step. One thread at a time.
 */
public final class CountedStream {
    private long seed;
    private long counter;

    /** Starts the sequence of {@code newSeed} from its beginning. */
    public void restart(long newSeed) {
        seed = newSeed;
        counter = 0;
    }

    /** Returns the next 64 bits. */
    public long nextLong() {
        return RandomStream.absorb(seed, counter++);
    }

    /** Returns the next double in {@code [0, 1)}. */
    public double nextDouble() {
        return RandomStream.toUnit(nextLong());
    }

    /** Returns the next double in {@code [low, high)}. */
    public double nextDouble(double low, double high) {
        return low + (high - low) * nextDouble();
    }

    public void save(DataOutput out) throws IOException {
        out.writeLong(seed);
        out.writeLong(counter);
    }

    public void restore(DataInput in) throws IOException {
        seed = in.readLong();
        counter = in.readLong();
    }
}
