package io.htsrl.determinism.commands;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.SquashedGaussian;
import io.htsrl.core.policy.SquashedGaussian.SquashedDraw;
import io.htsrl.core.random.RandomStream;
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
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
     * @param spec of the run's environment
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

    /**
     * Selector of a relived replica, which keeps what the bank does not: pictures of the environment after each step of
     * the interval (after an episode's last step, the next one's start), and the log-probabilities of squashed
     * Gaussians, which stored actions, rounded near ±1, do not determine. On the replica's thread; read after the run.
     */
    static final class RelivedSelector implements ActionSelector {
        private final ActionSelector made;
        private final long first;
        private final SquashedDraw draw; // null of other heads
        private final double[] logProbabilities; // NaN where the action was not drawn from the policy
        private final float[] drawn;
        private final List<RgbFrame> pictures = new ArrayList<>();
        private FrameSource source; // null for no pictures

        /** @param steps of each replica in an interval */
        RelivedSelector(ActionSelector made, ActionHead head, long interval, int steps) {
            this.made = made;
            this.first = interval * steps;
            this.draw = head instanceof SquashedGaussian squashed ? squashed.newDraw() : null;
            this.logProbabilities = new double[steps];
            this.drawn = new float[head.actionWidth()];
        }

        /** Prepares pictures of the replica, before the run's first step. */
        void paint(FrameSource newSource) {
            source = newSource;
        }

        @Override
        public void select(
                float[] outputs, int outputAt, RandomStream draws, long step, float[] actions, int actionAt) {
            boolean relived = step >= first && step < first + logProbabilities.length;
            pictures();
            if (source != null && relived) {
                source.want();
            }
            made.select(outputs, outputAt, draws, step, actions, actionAt);
            if (relived && draw != null) {
                draw.draw(outputs, outputAt, draws, step, drawn, 0);
                boolean same = Arrays.equals(drawn, 0, drawn.length, actions, actionAt, actionAt + drawn.length);
                logProbabilities[(int) (step - first)] = same ? draw.logProbability() : Double.NaN;
            }
        }

        /** Returns ln π of each action, NaN where it was not drawn from the policy; empty for other heads. */
        Optional<double[]> logProbabilities() {
            return Optional.ofNullable(draw == null ? null : logProbabilities);
        }

        /** Returns the pictures taken so far. */
        List<RgbFrame> pictures() {
            if (source != null) {
                source.take().ifPresent(pictures::add);
            }
            return pictures;
        }

        @Override
        public void beginEpisode() {
            made.beginEpisode();
        }

        @Override
        public void save(DataOutput out) throws IOException {
            made.save(out);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            made.restore(in);
        }
    }
}
