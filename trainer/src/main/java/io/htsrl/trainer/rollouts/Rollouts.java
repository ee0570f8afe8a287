package io.htsrl.trainer.rollouts;

import io.htsrl.core.error.RunFailedException;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.StorageBank;
import java.util.List;
import java.util.Map;

/**
 * An open engine: fills the banks of one run somewhere else. {@link #fill} is called by one thread, once an interval;
 * {@link #close} by the thread that wired the run, after that one has ended and the last checkpoint is written.
 */
public interface Rollouts extends AutoCloseable {

    /**
     * Fills every column of a bank, and keeps the end states of all replicas where {@link RolloutSite#states} says.
     * Returns when all of it is there; whoever else writes into the bank then must have been refused. The engine marks the
     * calling thread's wait ({@link RolloutSite#control}) while nothing is at work that will end it.
     *
     * @param interval   that is rolled out
     * @param parameters φ_k; nobody writes them meanwhile
     * @param bank       to be filled
     * @param filled     the bank of the interval before, whose last observations are acted on first; nobody writes it
     * @throws RunFailedException                         when it cannot be filled
     * @throws io.htsrl.core.run.RunAbortedException when the run was aborted meanwhile
     */
    void fill(long interval, float[] parameters, StorageBank bank, StorageBank filled);

    /**
     * Where a learner that replays remembers: as it would be without this engine, or on its machines too. Asked once,
     * before the first interval; shards that are elsewhere answer until {@link #close}.
     */
    default ReplayMemory.Maker memories(ReplayMemory.Maker made) {
        return made;
    }

    /** Of the run so far, by names that {@link io.htsrl.trainer.report.MetricGroup} knows: they join an interval's. */
    default Map<String, Double> metrics() {
        return Map.of();
    }

    /** The machines that take part, some of them where they are many: copies, a little late. Any thread. */
    default List<NodeGauge> nodes() {
        return List.of();
    }

    /** Ends what was opened, also where it is at work. */
    @Override
    void close();
}
