package io.htsrl.core.random;

/**
 * Counter-based random numbers: every draw is a hash of the stream's key and of the coordinates of the draw (an
 * environment, a step, ...). Immutable and stateless, so any thread may draw in any order and get the same bits.
 *
 * <p>Streams are spawned by hashing a name or an index into the key, never by adding a rank to the seed: neighbouring
 * seeds then share no stream. The hash absorbs one coordinate at a time with the SplitMix64 step (Steele, Lea, Flood
 * 2014; finaliser: Stafford's variant 13), so for a fixed prefix distinct coordinates give distinct 64-bit values, and
 * consecutive ones are a SplitMix64 sequence.
 */
public final class RandomStream {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
    private static final double TO_UNIT = 0x1.0p-53;

    private final long key;

    private RandomStream(long key) {
        this.key = key;
    }

    /** Returns the root of all streams of a run. */
    public static RandomStream root(long seed) {
        return new RandomStream(absorb(0x6874732d726c3031L, seed));
    }

    /** Returns a named child stream. */
    public RandomStream spawn(String name) {
        long hash = absorb(key, name.length());
        for (int i = 0; i < name.length(); i++) {
            hash = absorb(hash, name.charAt(i));
        }
        return new RandomStream(hash);
    }

    /** Returns a numbered child stream. */
    public RandomStream spawn(long index) {
        return new RandomStream(absorb(key, index));
    }

    /** Returns 64 bits at coordinate {@code a}. */
    public long bits(long a) {
        return absorb(key, a);
    }

    /** Returns 64 bits at coordinates {@code (a, b)}. */
    public long bits(long a, long b) {
        return absorb(absorb(key, a), b);
    }

    /** Returns a double in {@code [0, 1)} with 53 random bits at coordinate {@code a}. */
    public double uniform(long a) {
        return toUnit(bits(a));
    }

    /** Returns a double in {@code [0, 1)} with 53 random bits at coordinates {@code (a, b)}. */
    public double uniform(long a, long b) {
        return toUnit(bits(a, b));
    }

    /**
     * Returns a standard normal variable at coordinates {@code (a, b)}, from uniform ones at {@code (a, 2b), (a, 2b +
     * 1)}.
     */
    public double normal(long a, long b) {
        return BoxMuller.normal(uniform(a, 2 * b), uniform(a, 2 * b + 1));
    }

    /** Returns the upper 53 bits as a double in {@code [0, 1)}. */
    public static double toUnit(long bits) {
        return (bits >>> 11) * TO_UNIT;
    }

    static long absorb(long hash, long coordinate) {
        long z = hash + (coordinate + 1) * GOLDEN_GAMMA;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
