package io.htsrl.papers.reactors;

import io.htsrl.core.run.RunControl;
import io.htsrl.learners.DelegatingLearner;
import io.htsrl.learners.Learner;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import java.util.Map;

/**
 * Looks at the table every 20,000 steps, and ends the run when its policy is worth enough. What looking takes is no part of
 * the time. Called by the learner's thread; read when the run has ended.
 */
final class BarWatch implements Components {
    private static final int EVERY = 20_000;

    private final double bar;
    private final RunControl control;
    private final BlackjackValue values = new BlackjackValue();
    private long start;
    private long looking;
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

    /** From the first update to the one that reached it. */
    double seconds() {
        return seconds;
    }

    long steps() {
        return steps;
    }

    private void look(int learnt, float[] table) {
        if (reached()) {
            return;
        }
        steps += learnt;
        if (steps < next) {
            return;
        }
        next = steps + EVERY;
        long before = System.nanoTime();
        value = values.of(table);
        looking += System.nanoTime() - before;
        if (reached()) {
            seconds = (System.nanoTime() - start - looking) / 1e9;
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
            look(bank.shape().rows(), parameters);
            return metrics;
        }
    }
}
