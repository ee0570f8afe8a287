package io.htsrl.learners.offpolicy.insertion;

import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.replay.rate.RateLimiter;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.RolloutSink;
import io.htsrl.storage.StorageBank;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * A replay memory that executors insert into while the learner draws from it, as in Ape-X (Horgan et al. 2018), and a
 * {@link RateLimiter} between them. The sink's half is the executors'; {@link #beforeDraw} and all below it are the
 * learner's.
 */
public final class InsertedRollouts implements RolloutSink {
    private final RolloutInsertion[] insertions;
    private final RateLimiter limiter;
    private final int steps;
    private final RunControl control;
    private final LongAdder insertWaits = new LongAdder();
    private Runnable wake = () -> {};

    /**
     * @param limiter of inserts and samples, both counted in steps
     * @param shape   of banks with a column for each environment
     * @param memory empty
     * @param values that give first priorities; null for the greatest so far
     */
    public InsertedRollouts(
            RateLimiter limiter,
            BankShape shape,
            ReplayMemory memory,
            RowValues values,
            double gamma,
            RunControl control) {
        this.steps = shape.steps();
        this.control = control;
        this.limiter = limiter;
        this.insertions = new RolloutInsertion[shape.environments()];
        for (int environment = 0; environment < shape.environments(); environment++) {
            insertions[environment] = new RolloutInsertion(environment, shape, memory, values, gamma);
        }
        control.onAbort(limiter::close);
    }

    @Override
    public boolean admits() {
        return limiter.admits(steps);
    }

    @Override
    public boolean tryBegin() {
        return limiter.tryInsert(steps);
    }

    @Override
    public void insert(StorageBank slab, int column, int environment) {
        insertions[environment].insert(slab, column);
        limiter.inserted(steps);
    }

    @Override
    public void waited(long nanos) {
        insertWaits.add(nanos);
    }

    @Override
    public void onRoom(Runnable newWake) {
        wake = newWake;
    }

    /** Waits until so many transitions may be drawn, which then counts as done. */
    public void beforeDraw(int samples) {
        try {
            limiter.awaitSample(samples);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunAbortedException.INSTANCE;
        }
        control.checkAborted();
        wake.run();
    }

    /** What was measured since the run began. */
    public void addTo(Map<String, Double> figures) {
        figures.put("samples_per_insert", limiter.ratio());
        figures.put("insert_wait_seconds", insertWaits.sum() / 1e9);
        figures.put("sample_wait_seconds", limiter.secondsWaited());
    }
}
