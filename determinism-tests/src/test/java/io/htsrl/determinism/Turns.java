package io.htsrl.determinism;

import io.htsrl.core.run.Perturbation;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;

/**
 * Makes the executor and the learner of an {@code async} run take turns, by waiting for one another: the executor steps
 * until it has brought the rollouts of one update more than are learnt from, and stands; then the learner makes one
 * update, while nobody acts; and so on. Rollouts are as old as ever, but which parameters each was acted by is no more
 * a matter of timing: such a run is the same every time, and a threshold on what it learns cannot fail by chance. For
 * one executor that serves itself. Thread-safe.
 */
final class Turns implements Perturbation, TrainingListener {
    private final long turn;
    private final long updates;
    private long steps;
    private long allowed;
    private boolean stands;

    /** @param ahead updates that the executor's rollouts are ahead of the learner at its turn */
    Turns(RunConfig config, int ahead) {
        if (config.pipeline().executors() != 1 || config.pipeline().actors() != 0) {
            throw new IllegalArgumentException("one thread is to act, not " + config.pipeline());
        }
        this.turn = config.pipeline().stepsPerInterval();
        this.updates = config.intervals();
        this.steps = -config.pipeline().numEnvs(); // each environment's beginning is told as a step
        this.allowed = turn * (1 + ahead);
    }

    @Override
    public synchronized void at(Point point, long index) {
        if (point == Point.EXECUTOR_STEP) {
            while (steps >= allowed) {
                stands = true;
                notifyAll();
                await();
            }
            steps++;
        } else if (point == Point.LEARNER_UPDATE) {
            while (!stands) {
                await();
            }
        }
    }

    /** The update's parameters are published by now. */
    @Override
    public synchronized void onInterval(IntervalReport report) {
        stands = false;
        allowed = report.interval() + 1 == updates ? Long.MAX_VALUE : allowed + turn;
        notifyAll();
    }

    @SuppressWarnings("WaitNotInLoop") // the callers look again
    private void await() {
        try {
            wait();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
