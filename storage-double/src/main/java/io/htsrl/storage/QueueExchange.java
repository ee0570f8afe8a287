package io.htsrl.storage;

import io.htsrl.core.policy.PublishedParameters;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A queue of rollouts instead of a barrier: the {@code async} schedule. All rollouts lie in one bank, the slab; an
 * environment keeps its full column until it has claimed the next, for its last observation is carried over from there.
 * The learner copies completed columns into a bank of its own, in the order of their completion, and frees them.
 */
public final class QueueExchange implements RolloutExchange {
    private final StorageBank slab;
    private final ColumnRows rows;
    private final RolloutQueue rollouts;
    private final PublishedParameters parameters;
    private final RolloutClock updates;
    private final RolloutSink sink;
    private final Runnable rotation;
    private final RunControl control;
    private final StorageBank batch; // this and all below are the learner's
    private final int[] columns;
    private final Map<String, Double> metrics = new LinkedHashMap<>();

    /**
     * What it connects.
     *
     * @param slab       the bank whose columns are rollouts
     * @param rows       where actors find the observations of an environment's rollout
     * @param parameters published by the learner before it hands over
     * @param updates    how many are planned, and made
     * @param sink       that takes complete rollouts at once, the one that {@code rollouts} asks
     */
    public record Parts(
            StorageBank slab,
            ColumnRows rows,
            RolloutQueue rollouts,
            PublishedParameters parameters,
            RolloutClock updates,
            RolloutSink sink) {

        /** Without anybody who takes rollouts before the learner does. */
        public Parts(
                StorageBank slab,
                ColumnRows rows,
                RolloutQueue rollouts,
                PublishedParameters parameters,
                RolloutClock updates) {
            this(slab, rows, rollouts, parameters, updates, RolloutSink.NONE);
        }
    }

    /**
     * @param batch    the shape of one update's rollouts
     * @param rotation what follows an update, on the learner's thread
     * @param control  a stop that it was asked for ends the run before the next update
     */
    public QueueExchange(Parts parts, BankShape batch, Runnable rotation, RunControl control) {
        this.slab = parts.slab();
        this.rows = parts.rows();
        this.rollouts = parts.rollouts();
        this.parameters = parts.parameters();
        this.updates = parts.updates();
        this.sink = parts.sink();
        this.rotation = rotation;
        this.control = control;
        this.batch = new StorageBank(batch);
        this.columns = new int[batch.environments()];
    }

    @Override
    public void begin(RoleClock clock) {
        // an executor works for no one interval
    }

    @Override
    public StorageBank bank() {
        return slab;
    }

    @Override
    public int claim(int environment, long rollout) {
        int column = rollout == 0 ? environment : rollouts.claim(); // the queue keeps the first for it
        if (column != NONE) {
            rows.assign(environment, column);
        }
        return column;
    }

    @Override
    public void complete(int environment, int column) {
        slab.stamp(column, environment, parameters.version(environment));
        sink.insert(slab, column, environment);
        rollouts.complete(column, parameters.newest().version());
    }

    @Override
    public void awaitColumn(RoleClock clock) {
        clock.waits(Activity.WAIT_FOR_LEARNER);
        long since = sink.admits() ? -1 : System.nanoTime();
        rollouts.awaitFree();
        if (since != -1) {
            sink.waited(System.nanoTime() - since);
        }
        clock.lap(Activity.WAIT_FOR_LEARNER);
    }

    @Override
    public boolean finished() {
        return rollouts.finished();
    }

    @Override
    public boolean awaitFilled(RoleClock clock) {
        clock.interval(updates.interval());
        if (updates.finished() || control.stopRequested()) {
            rollouts.finish();
            return false;
        }
        clock.waits(Activity.WAIT_FOR_ROLLOUTS);
        rollouts.take(columns);
        clock.lap(Activity.WAIT_FOR_ROLLOUTS);
        collect();
        return true;
    }

    /** Copies the rollouts and frees their columns. */
    private void collect() {
        long update = updates.interval();
        long lags = 0;
        long queueLags = 0;
        for (int i = 0; i < columns.length; i++) {
            batch.copyColumn(slab, columns[i], i);
            lags += update - batch.version(i);
            queueLags += update - rollouts.completedUnder(columns[i]);
        }
        rollouts.release(columns);
        metrics.put("lag_mean", (double) lags / columns.length);
        metrics.put("queue_lag_mean", (double) queueLags / columns.length);
    }

    @Override
    public long interval() {
        return updates.interval();
    }

    @Override
    public StorageBank filled() {
        return batch;
    }

    @Override
    public Map<String, Double> metrics() {
        return metrics;
    }

    @Override
    public void handOver(RoleClock clock) {
        rotation.run();
        updates.advance(false);
    }
}
