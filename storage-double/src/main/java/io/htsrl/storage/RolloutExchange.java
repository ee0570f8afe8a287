package io.htsrl.storage;

import io.htsrl.core.time.RoleClock;
import java.util.Map;

/**
 * The meeting point of rollout and learning: the interface of a schedule to executors and learner. A rollout is α steps
 * of one environment in one column of a bank. Numbered guarantees:
 * <ol>
 *   <li>a claimed column belongs to its claimant until it is completed, or until {@link #awaitColumn};</li>
 *   <li>data written into a column before it is completed (and, with a barrier, before {@link #awaitColumn}) is visible
 *       in {@link #filled};</li>
 *   <li>only {@link #awaitColumn}, {@link #awaitFilled} and {@link #handOver} wait; each marks its wait on the given
 *       clock (stall detection) and records its time there;</li>
 *   <li>the run's end and its failure end every wait.</li>
 * </ol>
 * Executors call the first half, each for different environments; the learner's thread calls the second. No method is
 * called per step, or allocates on an executor's thread.
 */
public interface RolloutExchange {
    /** Value of {@link #claim} if no column is available now. */
    int NONE = -1;

    // ---- the executors' half ----

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

    // ---- the learner's half ----

    /** Waits for the next bank to learn from; false when none will follow. */
    boolean awaitFilled(RoleClock clock);

    /** Returns the interval, or the number of the update, of the last {@link #awaitFilled}. */
    long interval();

    /** Returns the bank to learn from; undefined in interval 0 if learning overlaps the next rollout. */
    StorageBank filled();

    /** Returns measurements of the rollouts in {@link #filled}, by name in a fixed order; often empty. */
    Map<String, Double> metrics();

    /** Ends learning, with the next parameters prepared: waits until they are in use, if that requires all threads. */
    void handOver(RoleClock clock);
}
