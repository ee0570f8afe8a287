package io.htsrl.storage;

import io.htsrl.core.time.RoleClock;

/** The executors' half of a {@link RolloutExchange}, which has the guarantees. */
public interface ColumnExchange {
    /** Value of {@link #claim} if no column is available now. */
    int NONE = -1;

    /** Registers an executor's clock, which gets the current interval if the schedule has intervals. */
    void begin(RoleClock clock);

    /** Returns the bank of a column claimed now. */
    StorageBank bank();

    /**
     * Returns the column for an environment's next rollout, or {@link #NONE}: the environment then pauses. All
     * environments pause for the same reason: after a {@code NONE} another claim would also fail. Never waits.
     *
     * @param rollout number of completed rollouts of the environment
     */
    int claim(int environment, long rollout);

    /**
     * Completes an environment's full column after its last read, the carry-over of its last observation to the next.
     */
    void complete(int environment, int column);

    /**
     * Waits until a column may be available, or the run has finished. For an executor with all environments paused that
     * has served all ready states ({@code StateBuffer}, "Rule for waiting").
     */
    void awaitColumn(RoleClock clock);

    /** Returns whether no further rollout is needed. Executors call it between two batches of steps. */
    boolean finished();
}
