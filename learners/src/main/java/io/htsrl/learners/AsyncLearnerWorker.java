package io.htsrl.learners;

import io.htsrl.core.Activity;
import io.htsrl.core.Perturbation;
import io.htsrl.core.PublishedParameters;
import io.htsrl.core.RoleClock;
import io.htsrl.core.RunControl;
import io.htsrl.core.Worker;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.RolloutQueue;
import io.htsrl.storage.StorageBank;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The learner's thread under the {@code async} schedule: takes completed rollouts in the order of their arrival, copies
 * them into a bank of its own, learns from it at the newest parameters and publishes what comes out, until the planned
 * updates are made or a stop was asked for. The lag of a rollout is the number of updates between the parameters of its
 * first step and those that learn from it.
 */
public final class AsyncLearnerWorker implements Worker {
    private final Learner learner;
    private final StorageBank slab;
    private final RolloutQueue rollouts;
    private final PublishedParameters published;
    private final IntervalRecorder recorder;
    private final RunControl control;
    private final Perturbation perturbation;
    private final RoleClock clock;
    private final long updates;
    private final StorageBank bank;
    private final int[] columns;
    private final float[] behaviour;
    private final float[] parameters;
    private long update;
    private int lag;
    private double lagMean;
    private double queueLagMean;

    /** The seams of the learner: what it is wired to, see the trainer. */
    public record Wiring(StorageBank slab, RolloutQueue rollouts, PublishedParameters published,
            IntervalRecorder recorder, RunControl control, Perturbation perturbation) {
    }

    /**
     * @param batch   the shape of one update's rollouts
     * @param initial parameters; not written to
     * @param updates how many are planned
     */
    public AsyncLearnerWorker(
            Learner learner, BankShape batch, float[] initial, long updates, Wiring wiring, RoleClock clock) {
        this.learner = learner;
        this.slab = wiring.slab();
        this.rollouts = wiring.rollouts();
        this.published = wiring.published();
        this.recorder = wiring.recorder();
        this.control = wiring.control();
        this.perturbation = wiring.perturbation();
        this.clock = clock;
        this.updates = updates;
        this.bank = new StorageBank(batch);
        this.columns = new int[batch.environments()];
        this.behaviour = initial.clone();
        this.parameters = initial.clone();
    }

    @Override
    public String roleName() {
        return "learner";
    }

    @Override
    public void run() {
        clock.start();
        while (update < updates && !control.stopRequested()) {
            clock.interval(update);
            clock.waits(Activity.WAIT_FOR_ROLLOUTS);
            rollouts.take(columns);
            clock.lap(Activity.WAIT_FOR_ROLLOUTS);
            collect();
            learn();
        }
        rollouts.finish();
    }

    /** Copies the rollouts and frees their columns. */
    private void collect() {
        lag = 0;
        long lagSum = 0;
        long queueLagSum = 0;
        for (int i = 0; i < columns.length; i++) {
            bank.copyColumn(slab, columns[i], i);
            int behind = (int) (update - bank.version(i));
            lag = Math.max(lag, behind);
            lagSum += behind;
            queueLagSum += update - rollouts.completedUnder(columns[i]);
        }
        rollouts.release(columns);
        lagMean = (double) lagSum / columns.length;
        queueLagMean = (double) queueLagSum / columns.length;
    }

    private void learn() {
        perturbation.at(Perturbation.Point.LEARNER_UPDATE, update);
        System.arraycopy(parameters, 0, behaviour, 0, parameters.length);
        Map<String, Double> figures = new LinkedHashMap<>(learner.update(bank, behaviour, parameters, update));
        clock.lap(Activity.LEARN, update);
        published.publish(parameters);
        clock.lap(Activity.PUBLISH);
        figures.put("lag_mean", lagMean);
        figures.put("queue_lag_mean", queueLagMean);
        recorder.record(update, bank, parameters, learner, lag, figures);
        clock.lap(Activity.RECORD, update);
        update++;
    }

    /** Updates made; after the worker has ended. */
    public long updates() {
        return update;
    }

    /** The parameters after the last update; after the worker has ended. */
    public float[] parameters() {
        return parameters;
    }
}
