package io.htsrl.trainer.rollouts;

import io.htsrl.core.error.RunFailedException;
import io.htsrl.storage.StorageBank;
import java.util.List;
import java.util.Map;

/**
 * An open engine: fills the banks of one run outside of this process. {@link #fill} is called by one thread, once an
 * interval; {@link #close} by the thread that wired the run, after the first thread has ended and the last checkpoint
 * is written.
 */
public interface Rollouts extends AutoCloseable {

    /**
     * Fills every column of a bank, and stores the end states of all replicas in
     * {@link RolloutSource.RolloutSite#states}. Returns when all of it is written; late writers must have been refused
     * by then. The engine marks the calling thread's wait ({@link RolloutSource.RolloutSite#control}) while no other
     * thread works on ending it.
     *
     * @param interval that is rolled out
     * @param parameters φ_k; not written meanwhile
     * @param bank to be filled
     * @param filled the bank of the interval before, whose last observations are acted on first; not written
     * @throws RunFailedException when it cannot be filled
     * @throws io.htsrl.core.run.RunAbortedException when the run was aborted meanwhile
     */
    void fill(long interval, float[] parameters, StorageBank bank, StorageBank filled);

    /**
     * Returns metrics of the run so far, by names that {@link io.htsrl.trainer.report.MetricGroup} knows: they join an
     * interval's.
     */
    default Map<String, Double> metrics() {
        return Map.of();
    }

    /** Returns the machines that take part, or some of them if they are many: copies, a little late. Any thread. */
    default List<NodeGauge> nodes() {
        return List.of();
    }

    /** Ends all that was opened, even while it works. */
    @Override
    void close();

    /**
     * The recent state of one machine that collects rollouts. Immutable.
     *
     * @param name name for users, with the address
     * @param state current activity, in a word or two
     * @param executors threads that step environments there
     * @param columns columns of the current interval that it has not delivered
     * @param filled columns that it has filled in this run
     * @param bytesOutPerSecond recent rate to it
     * @param bytesInPerSecond recent rate from it
     */
    record NodeGauge(
            String name,
            String state,
            int executors,
            int columns,
            long filled,
            double bytesOutPerSecond,
            double bytesInPerSecond) {}
}
