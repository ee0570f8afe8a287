package io.htsrl.storage;

import io.htsrl.core.policy.PublishedParameters;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A queue of rollouts instead of a barrier: the {@code async} schedule. One bank, the slab, holds all rollouts. An
 * environment keeps its full column until it has claimed the next, since its last observation is carried over from
 * there. The learner copies completed columns into a separate bank, in the order of their completion, and frees them.
 */
public final class QueueExchange implements RolloutExchange {
    private final Parts parts;
    private final Runnable rotation;
    private final RunControl control;
    private final StorageBank batch; // this field and all below belong to the learner
    private final int[] columns;
    private final Map<String, Double> metrics = new LinkedHashMap<>();

    /**
     * The objects that this exchange connects.
     *
     * @param slab the bank whose columns are rollouts
     * @param rows columns in which actors find the observations of an environment's rollout
     * @param parameters parameters, which the learner publishes before it hands over
     * @param updates clock of planned and completed updates
     * @param sink sink that takes complete rollouts at once, the same as that of {@code rollouts}
     */
    public record Parts(
            StorageBank slab,
            ColumnRows rows,
            RolloutQueue rollouts,
            PublishedParameters parameters,
            RolloutClock updates,
            RolloutSink sink) {}

    /**
     * @param batch shape of one update's rollouts
     * @param rotation action after an update, on the learner's thread
     * @param control a requested stop ends the run before the next update
     */
    public QueueExchange(Parts parts, BankShape batch, Runnable rotation, RunControl control) {
        this.parts = parts;
        this.rotation = rotation;
        this.control = control;
        this.batch = new StorageBank(batch);
        this.columns = new int[batch.environments()];
    }

    @Override
    public void begin(RoleClock clock) {
        // an executor belongs to no interval
    }

    @Override
    public StorageBank bank() {
        return parts.slab();
    }

    @Override
    public int claim(int environment, long rollout) {
        int column = rollout == 0 ? environment : parts.rollouts().claim(); // the queue keeps the first for it
        if (column != NONE) {
            parts.rows().assign(environment, column);
        }
        return column;
    }

    @Override
    public void complete(int environment, int column) {
        parts.slab().stamp(column, environment, parts.parameters().version(environment));
        parts.sink().insert(parts.slab(), column, environment);
        parts.rollouts().complete(column, parts.parameters().newest().version());
    }

    @Override
    public void awaitColumn(RoleClock clock) {
        clock.waits(Activity.WAIT_FOR_LEARNER);
        long since = parts.sink().admits() ? -1 : System.nanoTime();
        parts.rollouts().awaitFree();
        if (since != -1) {
            parts.sink().waited(System.nanoTime() - since);
        }
        clock.lap(Activity.WAIT_FOR_LEARNER);
    }

    @Override
    public boolean finished() {
        return parts.rollouts().finished();
    }

    @Override
    public boolean awaitFilled(RoleClock clock) {
        clock.interval(parts.updates().interval());
        if (parts.updates().finished() || control.stopRequested()) {
            parts.rollouts().finish();
            return false;
        }
        clock.waits(Activity.WAIT_FOR_ROLLOUTS);
        parts.rollouts().take(columns);
        clock.lap(Activity.WAIT_FOR_ROLLOUTS);
        collect();
        return true;
    }

    /** Copies the rollouts and frees their columns. */
    private void collect() {
        long update = parts.updates().interval();
        long lags = 0;
        long queueLags = 0;
        for (int i = 0; i < columns.length; i++) {
            batch.copyColumn(parts.slab(), columns[i], i);
            lags += update - batch.version(i);
            queueLags += update - parts.rollouts().completedUnder(columns[i]);
        }
        parts.rollouts().release(columns);
        metrics.put("lag_mean", (double) lags / columns.length);
        metrics.put("queue_lag_mean", (double) queueLags / columns.length);
    }

    @Override
    public long interval() {
        return parts.updates().interval();
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
        parts.updates().advance(false);
    }
}
