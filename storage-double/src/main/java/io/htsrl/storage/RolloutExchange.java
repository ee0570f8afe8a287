package io.htsrl.storage;

import io.htsrl.core.time.RoleClock;
import java.util.Map;

/**
 * The meeting point of rollout and learning: the interface of a schedule to executors and learner. A rollout is α steps
 * of one environment in one column of a bank. Numbered guarantees:
 *
 * <ol>
 *   <li>a claimed column belongs to its claimant until it is completed, or until {@link #awaitColumn};
 *   <li>data written into a column before it is completed (and, with a barrier, before {@link #awaitColumn}) is visible
 *       in {@link #filled};
 *   <li>only {@link #awaitColumn}, {@link #awaitFilled} and {@link #handOver} wait; each marks its wait on the given
 *       clock (stall detection) and records its time there;
 *   <li>the run's end and its failure end every wait.
 * </ol>
 *
 * Executors call the methods of {@link ColumnExchange}, each for different environments; the learner's thread calls the
 * others. No method is called per step, or allocates on an executor's thread.
 */
public interface RolloutExchange extends ColumnExchange {
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
