package io.htsrl.storage;

/**
 * Receives each rollout as soon as it is complete, under the {@code async} schedule: a replay buffer that the learner
 * samples from at the same time. It also decides when another rollout may begin, in addition to free columns.
 *
 * <p>Thread rule: {@link #tryBegin} and {@link #admits} by any thread, under the lock of the {@link RolloutQueue}: they
 * do not wait, and call no code that takes that lock. {@link #insert} for one rollout of an environment after the
 * other, by the executor that steps it; different environments concurrently. {@link #waited} by executors.
 */
public interface RolloutSink {
    /** A sink that ignores rollouts and never delays one. */
    RolloutSink NONE = new RolloutSink() {};

    /** Returns whether {@link #tryBegin} would return true now. */
    default boolean admits() {
        return true;
    }

    /** Counts a rollout as begun; false if it has to wait. The first of each environment never has to. */
    default boolean tryBegin() {
        return true;
    }

    /** Receives the completed rollout in {@code column}. */
    default void insert(StorageBank slab, int column, int environment) {}

    /** Reports that an executor has waited for {@link #admits}. */
    default void waited(long nanos) {}

    /** Registers {@code wake}: any thread without a lock calls it when {@link #admits} may have become true. */
    default void onRoom(Runnable wake) {}
}
