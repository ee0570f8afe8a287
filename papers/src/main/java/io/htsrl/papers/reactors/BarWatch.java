package io.htsrl.papers.reactors;

import io.htsrl.core.run.RunControl;
import io.htsrl.learners.DelegatingLearner;
import io.htsrl.learners.Learner;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import java.util.Map;

/**
 * Evaluates the table every 20,000 steps and stops the run when its policy reaches the bar. The time of evaluations
 * does not count. Called by the learner's thread; read after the run.
 */
final class BarWatch implements Components {
    private static final int EVERY = 20_000;

    private final double bar;
    private final RunControl control;
    private final BlackjackValue values = new BlackjackValue();
    private long start;
    private long evaluationNanos;
    private long steps;
    private long next = EVERY;
    private double seconds = Double.NaN;
    private double value = Double.NaN;

    BarWatch(double bar, RunControl control) {
        this.bar = bar;
        this.control = control;
    }

    boolean reached() {
        return value >= bar;
    }

    double value() {
        return value;
    }

    /** Returns the seconds from the first update to the one that reached the bar. */
    double seconds() {
        return seconds;
    }

    long steps() {
        return steps;
    }

    private void evaluate(int newSteps, float[] table) {
        if (reached()) {
            return;
        }
        steps += newSteps;
        if (steps < next) {
            return;
        }
        next = steps + EVERY;
        long before = System.nanoTime();
        value = values.of(table);
        evaluationNanos += System.nanoTime() - before;
        if (reached()) {
            seconds = (System.nanoTime() - start - evaluationNanos) / 1e9;
            control.requestStop();
        }
    }

    @Override
    public Learner learner(Learner made, RunConfig config) {
        return new Watched(made);
    }

    private final class Watched extends DelegatingLearner {
        Watched(Learner made) {
            super(made);
        }

        @Override
        public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
            if (update == 0) {
                start = System.nanoTime();
            }
            Map<String, Double> metrics = super.update(bank, behaviour, parameters, update);
            evaluate(bank.shape().rows(), parameters);
            return metrics;
        }
    }
}
