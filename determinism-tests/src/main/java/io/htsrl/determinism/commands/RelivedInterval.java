package io.htsrl.determinism.commands;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.render.FrameSource;
import io.htsrl.core.render.RgbFrame;
import io.htsrl.learners.DelegatingLearner;
import io.htsrl.learners.Learner;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.RunMetrics;
import io.htsrl.trainer.report.TrainingListener;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps one interval of a run: the steps of some replicas, what the learner estimated of them, and its metrics. Filled
 * on the learner's thread, also where learning from the interval fails; read after the run.
 */
final class RelivedInterval implements Components, TrainingListener {
    private final long interval;
    private final List<Integer> replicas;
    private final boolean painted;
    private final EnvironmentSpec spec;
    private final RelivedSelector[] selectors; // of the replicas
    private final Map<String, float[]> estimates = new TreeMap<>();
    private FrameSource source; // null for no pictures
    private StorageBank steps; // null until the interval was learnt from
    private float[] phi; // parameters that collected the steps
    private Map<String, Double> learnt = Map.of();
    private IntervalReport report;

    /**
     * @param painted whether pictures of the first replica are taken
     * @param spec    of the run's environment
     */
    RelivedInterval(long interval, List<Integer> replicas, boolean painted, EnvironmentSpec spec) {
        this.interval = interval;
        this.replicas = replicas;
        this.painted = painted;
        this.spec = spec;
        this.selectors = new RelivedSelector[replicas.size()];
    }

    @Override
    public ActionSelector selector(ActionSelector made, int environment, RunConfig config) {
        int column = replicas.indexOf(environment);
        if (column < 0) {
            return made;
        }
        int each = config.pipeline().syncInterval();
        selectors[column] = new RelivedSelector(made, config.head(spec), interval, each);
        return selectors[column];
    }

    @Override
    public void onStart(RunMetrics metrics) {
        if (painted) {
            metrics.prepareFrames();
            source = metrics.portrait(replicas.get(0)).orElseThrow();
            selectors[0].paint(source);
        }
    }

    @Override
    public Learner learner(Learner made, RunConfig config) {
        return new DelegatingLearner(made) {
            @Override
            public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
                if (update != interval) {
                    return super.update(bank, behaviour, parameters, update);
                }
                phi = behaviour.clone(); // which may be the vector that is updated
                try {
                    learnt = super.update(bank, behaviour, parameters, update);
                    return learnt;
                } finally {
                    keep(bank, estimates());
                }
            }
        };
    }

    /** Copies the columns of the replicas. */
    private void keep(StorageBank bank, Map<String, float[]> values) {
        StorageBank copy = new StorageBank(bank.shape().withEnvironments(replicas.size()));
        values.forEach((name, all) -> estimates.put(name, new float[copy.shape().rows()]));
        for (int column = 0; column < replicas.size(); column++) {
            int replica = replicas.get(column);
            copy.copyColumn(bank, replica, column);
            for (int step = 0; step < copy.shape().steps(); step++) {
                for (Map.Entry<String, float[]> kept : estimates.entrySet()) {
                    kept.getValue()[copy.row(step, column)] = values.get(kept.getKey())[bank.row(step, replica)];
                }
            }
        }
        steps = copy;
    }

    @Override
    public void onInterval(IntervalReport ended) {
        if (ended.interval() == interval) {
            report = ended;
        }
    }

    long interval() {
        return interval;
    }

    /** Returns the replicas, one for each column of {@link #steps}. */
    List<Integer> replicas() {
        return replicas;
    }

    /** Returns the steps of the replicas; null where the run has ended before all of them were taken. */
    StorageBank steps() {
        return steps;
    }

    /** Returns the pictures of the first replica. */
    List<RgbFrame> pictures() {
        return selectors[0] == null ? List.of() : selectors[0].pictures();
    }

    /** Returns ": " and the reason why painting ended; empty where it did not. */
    String fault() {
        return source == null || source.fault().isEmpty() ? "" : ": " + source.fault();
    }

    /** Returns the parameters that collected the steps. */
    float[] parameters() {
        return phi;
    }

    /** Returns the selector of a column of {@link #steps}. */
    RelivedSelector selector(int column) {
        return selectors[column];
    }

    /** Returns the spaces of the run's environment. */
    EnvironmentSpec spec() {
        return spec;
    }

    /** Returns the estimates by name, in alphabetical order, with the rows of {@link #steps}. */
    Map<String, float[]> estimates() {
        return estimates;
    }

    /** Returns the metrics of the update that learnt from the steps; empty where it failed. */
    Map<String, Double> learnt() {
        return learnt;
    }

    /** Returns the interval's report; null where the run failed before it. */
    IntervalReport report() {
        return report;
    }
}
