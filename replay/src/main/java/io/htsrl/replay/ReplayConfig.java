package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;

/**
 * The sizes of a replay memory and its rule of priorities. Immutable.
 *
 * @param capacity stored steps of all environments together, N; each environment has {@code capacity / environments} of
 *     them, a remainder is left unused
 * @param environments n
 * @param frameSpace of one stored observation (a single frame where {@code frameStack} is above 1)
 * @param frameStack S, frames in one network input; 1: the observation itself
 * @param actionWidth floats in one action row
 * @param nStep n of the n-step return
 * @param gamma γ, the discount of one step
 * @param alpha α, how strongly priorities count; 0 draws uniformly
 * @param epsilon ε, added to |δ|, so that every transition can be drawn
 * @param sequences sequences to draw; {@link SequenceConfig#NONE} for single transitions
 * @param hindsight other goals that drawn transitions get
 */
public record ReplayConfig(
        int capacity,
        int environments,
        ObservationSpace frameSpace,
        int frameStack,
        int actionWidth,
        int nStep,
        double gamma,
        double alpha,
        double epsilon,
        SequenceConfig sequences,
        HindsightConfig hindsight) {

    /** Greatest capacity of a memory, in steps. */
    public static final int MAX_CAPACITY = TreeShape.MAX_CAPACITY;

    private static final int BLOCKS = 128;
    private static final long SMALLEST_IN_BLOCKS = 1 << 22; // bytes

    /** Creates the configuration of a memory of single transitions. */
    public ReplayConfig(
            int capacity,
            int environments,
            ObservationSpace frameSpace,
            int frameStack,
            int actionWidth,
            int nStep,
            double gamma,
            double alpha,
            double epsilon) {
        this(
                capacity,
                environments,
                frameSpace,
                frameStack,
                actionWidth,
                nStep,
                gamma,
                alpha,
                epsilon,
                SequenceConfig.NONE,
                HindsightConfig.NONE);
    }

    /**
     * Returns the least capacity of a memory, in steps: room in every ring for a stack, a sequence, n steps and a final
     * observation.
     */
    public static long leastCapacity(int environments, int frameStack, int nStep, SequenceConfig sequences) {
        return environments * (frameStack + sequences.extraPlaces() + nStep + 1);
    }

    /** Adds violations of the capacity, and of the number of shards. */
    void check(int shards, Violations violations) {
        long least = leastCapacity(environments, frameStack, nStep, sequences);
        violations
                .check(
                        capacity >= least && capacity <= MAX_CAPACITY,
                        "--buffer-size",
                        capacity,
                        "must be in num-envs * (frame-stack + "
                                + (sequences.extraPlaces() == 0 ? "" : "burn-in + sequence-length - 1 + ")
                                + "n-step + 1) = " + least + " .. 2^27",
                        "give 100000, for example")
                .check(
                        shards >= 1 && shards <= environments,
                        "--replay-shards",
                        shards,
                        "must be in 1 .. --num-envs (" + environments + ")",
                        "give 1, for example");
    }

    /** Returns the first environment of a shard of so many. */
    int firstOf(int shard, int shards) {
        return (int) ((long) environments * shard / shards);
    }

    /** Returns the configuration of one of so many shards, with rings of the same length. */
    ReplayConfig shard(int shard, int shards) {
        int own = firstOf(shard + 1, shards) - firstOf(shard, shards);
        return new ReplayConfig(
                ringLength() * own,
                own,
                frameSpace,
                frameStack,
                actionWidth,
                nStep,
                gamma,
                alpha,
                epsilon,
                sequences,
                hindsight);
    }

    /** Returns the elements of the longest array of actions or states, even if it is too long to be created. */
    public long longestArray() {
        return Math.max((long) ringLength() * environments * actionWidth, states());
    }

    private long states() {
        return (long) environments * sequences.states(ringLength()) * sequences.stateSize();
    }

    /** Returns the bytes of the Java heap that a full memory takes: the stored steps. */
    public long heapBytes() {
        long places = (long) ringLength() * environments;
        return places * storedBytes() + states() * Float.BYTES + environments * (nStep + 3L) * Long.BYTES;
    }

    /** Returns the bytes that it takes outside of the heap: the tree of priorities. */
    public long directBytes() {
        int leaves = ringLength() * environments;
        return (long) new TreeShape(leaves, TreeShape.defaultFanOut(leaves)).words * Long.BYTES;
    }

    /** Returns the bytes of the Java heap for copies of steps on their way to several shards; 0 for one. */
    public long heldBytes(int shards) {
        return shards == 1 ? 0 : shards * StepRows.bytes(this);
    }

    /** Returns the greatest number of rows of a drawn transition or sequence. */
    int span() {
        return sequences.areUsed() ? sequences.span(nStep) : 1;
    }

    /** Returns the steps that each environment's ring holds. */
    int ringLength() {
        return capacity / environments;
    }

    /**
     * Returns the places of each ring that a checkpoint stores as one block: few, so that little is stored again where
     * the ring is written; the whole ring of a small memory.
     */
    int blockLength() {
        long stored = (long) ringLength() * environments * storedBytes();
        return stored < SMALLEST_IN_BLOCKS ? ringLength() : Math.max(1, ringLength() / BLOCKS);
    }

    /** Returns the bytes of one stored step. */
    private long storedBytes() {
        long frame = FramePacking.of(frameSpace)
                .map(packing -> (long) packing.size())
                .orElse(frameSpace.bytes());
        return frame + (actionWidth + 1L) * Float.BYTES + 1;
    }

    /** Returns the elements of one network input, S frames. */
    int stackedSize() {
        return Math.multiplyExact(frameStack, frameSpace.size());
    }
}
