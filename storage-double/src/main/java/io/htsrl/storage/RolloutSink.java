package io.htsrl.storage;

/**
 * Where an executor puts a rollout as soon as it is complete, under the {@code async} schedule: a replay memory that the
 * learner draws from meanwhile. It also says when another rollout may begin, beside there being a column for it.
 *
 * <p>Thread rule: {@link #tryBegin} and {@link #admits} by any thread, under the lock of the {@link RolloutQueue}: they
 * do not wait, and call nobody who takes that lock. {@link #insert} for one rollout of an environment after the other,
 * by the executor that steps it; different environments at once. {@link #waited} by executors.
 */
public interface RolloutSink {
    /** Rollouts go to the learner alone, and the queue's room alone holds them back. */
    RolloutSink NONE = new RolloutSink() {};

    /** Returns whether {@link #tryBegin} would be true now. */
    default boolean admits() {
        return true;
    }

    /** Counts a rollout as begun; false where it has to wait. The first of each environment never has to. */
    default boolean tryBegin() {
        return true;
    }

    /** The rollout in {@code column} is complete. */
    default void insert(StorageBank slab, int column, int environment) {}

    /** An executor has waited for {@link #admits}. */
    default void waited(long nanos) {}

    /** {@code wake} is to be called, by any thread that holds no lock, when {@link #admits} may have become true. */
    default void onRoom(Runnable wake) {}
}
