package io.htsrl.learners.offpolicy.insertion;

import io.htsrl.core.environment.ObservationArray;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.WaitMark;
import io.htsrl.core.time.Activity;
import io.htsrl.learners.offpolicy.insertion.BankMemory.StepAppender;
import io.htsrl.replay.RateLimiter;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.RolloutSink;
import io.htsrl.storage.StorageBank;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Replay memory into which executors insert while the learner draws, as in Ape-X (Horgan et al. 2018), with a
 * {@link RateLimiter} between them. Executors call the methods of {@link RolloutSink}; the learner calls
 * {@link #beforeDraw} and those below it.
 */
public final class InsertedRollouts implements RolloutSink {
    private final RolloutInsertion[] insertions;
    private final RateLimiter limiter;
    private final int steps;
    private final RunControl control;
    private final LongAdder insertWaits = new LongAdder();
    private Runnable wake = () -> {};

    /**
     * @param limiter limiter of inserts and samples, both counted in steps
     * @param shape shape of banks with a column for each environment
     * @param memory empty replay memory
     * @param values reader of values for first priorities; null for the greatest priority so far
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

    /** Waits until this number of transitions may be drawn, and counts them as drawn. */
    public void beforeDraw(int samples) {
        WaitMark mark = control.waits().ofCurrentThread();
        mark.enter(Activity.WAIT_FOR_ROLLOUTS.label());
        try {
            limiter.awaitSample(samples);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunAbortedException.INSTANCE;
        } finally {
            mark.leave();
        }
        control.checkAborted();
        wake.run();
    }

    /** Adds the metrics since the run began. */
    public void addTo(Map<String, Double> metrics) {
        metrics.put("samples_per_insert", limiter.ratio());
        metrics.put("insert_wait_seconds", insertWaits.sum() / 1e9);
        metrics.put("sample_wait_seconds", limiter.secondsWaited());
    }

    /** Reader of values in an actor's output rows, for first priorities. Stateless, any thread. */
    public interface RowValues {

        /** Returns the value of the state and the action taken. */
        double taken(float[] outputs, int offset, float[] actions, int actionOffset);

        /** Returns the value of the state with the best action. */
        double best(float[] outputs, int offset);
    }

    /**
     * Inserts one environment's rollouts when they are complete, on the thread of the executor that steps it. Allocates
     * nothing.
     *
     * <p>Where the actors' outputs give first priorities, a rollout's last step is kept until the next rollout's first
     * output gives the value of the next state. After a truncation this value is unknown, and the step gets the
     * greatest priority so far.
     */
    static final class RolloutInsertion {
        private final int environment;
        private final ReplayMemory memory;
        private final RowValues values;
        private final double gamma;
        private final StepAppender appender;
        private final int outputWidth;
        private final ObservationSlot observation = new ObservationSlot();
        private final ObservationSlot kept = new ObservationSlot();
        private final float[] keptAction;
        private float keptReward;
        private double keptValue;
        private boolean keeps;

        /** @param values reader of values; null for the greatest priority so far */
        RolloutInsertion(int environment, BankShape shape, ReplayMemory memory, RowValues values, double gamma) {
            this.environment = environment;
            this.memory = memory;
            this.appender = new StepAppender(memory);
            this.values = values;
            this.gamma = gamma;
            this.outputWidth = shape.outputWidth();
            this.keptAction = new float[shape.actionWidth()];
            ObservationSpace space = shape.observationSpace();
            new ObservationArray(space.kind(), 1, space.size()).at(0, kept);
        }

        /** Inserts the rollout in {@code column}. */
        void insert(StorageBank slab, int column) {
            int steps = slab.shape().steps();
            if (keeps) {
                double error = Math.abs(keptReward + gamma * best(slab, 0, column) - keptValue);
                memory.append(environment, kept, keptAction, 0, keptReward, false, false, null, error);
                keeps = false;
            }
            int truncations = 0;
            for (int step = 0; step < steps; step++) {
                int row = slab.row(step, column);
                if (values != null && step == steps - 1 && !slab.terminated(row) && !slab.truncated(row)) {
                    keep(slab, step, column);
                } else {
                    appender.append(slab, step, column, environment, truncations, error(slab, step, column));
                }
                truncations += slab.truncated(row) ? 1 : 0;
            }
        }

        private double error(StorageBank slab, int step, int column) {
            int row = slab.row(step, column);
            if (values == null || slab.truncated(row)) {
                return ReplayMemory.GREATEST_SO_FAR;
            }
            double next = slab.terminated(row) ? 0 : best(slab, step + 1, column);
            return Math.abs(slab.rewards()[row] + gamma * next - taken(slab, row));
        }

        private void keep(StorageBank slab, int step, int column) {
            int row = slab.row(step, column);
            slab.observationSlot(step, column, observation).copyTo(kept);
            System.arraycopy(slab.actions(), row * keptAction.length, keptAction, 0, keptAction.length);
            keptReward = slab.rewards()[row];
            keptValue = taken(slab, row);
            keeps = true;
        }

        private double taken(StorageBank slab, int row) {
            return values.taken(slab.outputs(), row * outputWidth, slab.actions(), row * keptAction.length);
        }

        private double best(StorageBank slab, int step, int column) {
            return values.best(slab.outputs(), slab.row(step, column) * outputWidth);
        }
    }
}
