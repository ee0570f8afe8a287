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
    RolloutSink NONE = new RolloutSink() {
        @Override
        public boolean admits() {
            return true;
        }

        @Override
        public boolean tryBegin() {
            return true;
        }

        @Override
        public void insert(StorageBank slab, int column, int environment) {
            // the learner copies it
        }

        @Override
        public void waited(long nanos) {
            // for the queue's room, which others measure
        }

        @Override
        public void onRoom(Runnable wake) {
            // there always is
        }
    };

    /** Whether {@link #tryBegin} would be true now. */
    boolean admits();

    /** Counts a rollout as begun; false where it has to wait. The first of each environment never has to. */
    boolean tryBegin();

    /** The rollout in {@code column} is complete. */
    void insert(StorageBank slab, int column, int environment);

    /** An executor has waited for {@link #admits}. */
    void waited(long nanos);

    /** {@code wake} is to be called, by any thread that holds no lock, when {@link #admits} may have become true. */
    void onRoom(Runnable wake);
}
