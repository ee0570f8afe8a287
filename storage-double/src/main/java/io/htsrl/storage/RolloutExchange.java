package io.htsrl.storage;

import io.htsrl.core.time.RoleClock;
import java.util.Map;

/**
 * Where rollout and learning meet: what a schedule is to an executor and to the learner. A rollout is α steps of one
 * environment and lies in one column of a bank. Numbered guarantees:
 * <ol>
 *   <li>a column that was claimed is its claimant's until it was completed, or until {@link #awaitColumn};</li>
 *   <li>what was written into a column before it was completed (and, with a barrier, before {@link #awaitColumn}) is
 *       visible in {@link #filled};</li>
 *   <li>only {@link #awaitColumn}, {@link #awaitFilled} and {@link #handOver} wait; each marks its wait on the clock
 *       that it is given (stall detection) and accounts for its time there;</li>
 *   <li>the run's end and its failure end every wait.</li>
 * </ol>
 * Executors call the first half, each for environments of its own; one learner's thread calls the second. Nothing here
 * is called per step, or allocates on an executor's thread.
 */
public interface RolloutExchange {
    /** No column is to be had now. */
    int NONE = -1;

    // ---- the executors' half ----

    /** An executor begins: its clock learns which interval it works for, where there are intervals. */
    void begin(RoleClock clock);

    /** The bank that a column claimed now lies in. */
    StorageBank bank();

    /**
     * The column for an environment's next rollout, or {@link #NONE}: the environment then pauses. What pauses one
     * pauses all: after a {@code NONE} there is no use in asking for another. Never waits.
     *
     * @param rollout how many rollouts the environment has completed
     */
    int claim(int environment, long rollout);

    /** The environment's full column has been read for the last time: the first observation of the next is its last. */
    void complete(int environment, int column);

    /**
     * Waits until a column may be had, or the run has finished. For an executor all of whose environments pause, and
     * that has served what was ready ({@code StateBuffer}, "who may wait").
     */
    void awaitColumn(RoleClock clock);

    /** Returns whether no further rollout will be wanted. Executors ask between two batches of steps. */
    boolean finished();

    // ---- the learner's half ----

    /** Waits for what to learn from next; false when nothing will follow. */
    boolean awaitFilled(RoleClock clock);

    /** The interval under way, or the number of the update, that {@link #awaitFilled} has come to. */
    long interval();

    /** What to learn from; of no meaning in interval 0 where learning overlaps the next rollout. */
    StorageBank filled();

    /** What the exchange has measured of the rollouts in {@link #filled}, by name in a fixed order; often nothing. */
    Map<String, Double> metrics();

    /** Learning is done, and the next parameters are prepared: waits until they act, where that takes all threads. */
    void handOver(RoleClock clock);
}
