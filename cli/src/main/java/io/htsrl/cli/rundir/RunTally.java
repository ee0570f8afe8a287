package io.htsrl.cli.rundir;

import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationMetrics;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener.AdaptationRecord;
import io.htsrl.trainer.report.TrainingListener.BatchChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Totals of a run's reports and evaluations, for its summary. Guarded by its owner's lock. */
public final class RunTally {
    private static final int MOST_ADAPTATIONS = 256;

    private IntervalReport last;
    private int lagMin = -1;
    private int lagMax = -1;
    private final List<EvaluationRecord> lastEvaluations = new ArrayList<>(); // the window of the final metric
    private EvaluationRecord best;
    private long evaluations;
    private long restarts;
    private final LearnedFrames frames = new LearnedFrames();
    private final List<AdaptationRecord> adaptations = new ArrayList<>(); // the last ones
    private long adapted;
    private final List<BatchChange> batchChanges = new ArrayList<>(); // the last ones

    void add(IntervalReport report) {
        last = report;
        frames.add(report);
        if (report.lag() >= 0) {
            lagMin = lagMin < 0 ? report.lag() : Math.min(lagMin, report.lag());
            lagMax = Math.max(lagMax, report.lag());
        }
    }

    void add(EvaluationRecord evaluation) {
        evaluations++;
        double mean = evaluation.meanReturn();
        if (best == null ? !Double.isNaN(mean) : mean > best.meanReturn()) {
            best = evaluation;
        }
        addLast(evaluation, lastEvaluations, EvaluationMetrics.POLICIES);
    }

    private static <T> void addLast(T element, List<T> list, int most) {
        list.add(element);
        if (list.size() > most) {
            list.remove(0);
        }
    }

    void addRestart() {
        restarts++;
    }

    void add(AdaptationRecord adaptation) {
        adapted++;
        addLast(adaptation, adaptations, MOST_ADAPTATIONS);
    }

    void add(BatchChange change) {
        addLast(change, batchChanges, MOST_ADAPTATIONS);
    }

    /** Returns the last changes of batch sizes by {@code --adapt-batch} since this process began. */
    public List<BatchChange> batchChanges() {
        return List.copyOf(batchChanges);
    }

    /** Returns the count of transitions that updates have learnt from. */
    public LearnedFrames frames() {
        return frames;
    }

    /** Returns the number of changes by {@code --adapt} since this process began, trials included. */
    public long adapted() {
        return adapted;
    }

    /** Returns the last of these changes, the oldest first. */
    public List<AdaptationRecord> adaptations() {
        return List.copyOf(adaptations);
    }

    /** Returns the number of environments that died and were made again since this process began. */
    public long restarts() {
        return restarts;
    }

    /** Returns the number of evaluated policies. */
    public long evaluations() {
        return evaluations;
    }

    /** Returns {@link EvaluationMetrics#finalMetric} of the run so far. */
    public double finalMetric() {
        return EvaluationMetrics.finalMetric(lastEvaluations);
    }

    /** Returns the mean return of the last evaluated policy; NaN where none exists. */
    public double lastEvaluationMean() {
        return EvaluationMetrics.lastMean(lastEvaluations);
    }

    /** Returns the evaluation with the greatest mean return, the first of equals; empty where none exists. */
    public Optional<EvaluationRecord> best() {
        return Optional.ofNullable(best);
    }

    /** Returns the newest report, or null. */
    public IntervalReport last() {
        return last;
    }

    /** Returns the least lag reported; -1 where nothing was learnt. */
    public int lagMin() {
        return lagMin;
    }

    /** Returns the greatest lag reported; -1 where nothing was learnt. */
    public int lagMax() {
        return lagMax;
    }

    /**
     * Number of transitions that updates have learnt from; one that is learnt from twice counts twice. These are the
     * update frames of Hou et al. 2023, as far as reports show them. Counts since this process began. Guarded by its
     * owner's lock.
     */
    public static final class LearnedFrames {
        private static final String UPDATES = "updates";
        private static final String EPOCHS = "epochs";
        private static final String BATCH_SIZE = "batch_size"; // where it changes

        private boolean begun;
        private double startSeconds; // time of the run at which counting begins
        private double seconds;
        private double before; // updates before counting begins
        private double updates; // with a replay buffer: minibatches
        private double rows; // rows of these, where they differ in size
        private double passes; // without a replay buffer: passes over the interval's steps

        /** Adds a report; intervals come in order. */
        public void add(IntervalReport report) {
            double soFar = report.losses().getOrDefault(UPDATES, 0.0);
            seconds = report.wallSeconds();
            if (!begun && report.interval() > 0) { // counting begins at the first report of a resumed run
                startSeconds = seconds;
                before = soFar;
            } else if (!report.losses().isEmpty() && !report.losses().containsKey(UPDATES)) {
                passes += report.losses().getOrDefault(EPOCHS, 1.0);
            }
            rows += Math.max(0, soFar - before - updates) * report.losses().getOrDefault(BATCH_SIZE, 0.0);
            updates = soFar - before;
            begun = true;
        }

        /** Returns transitions per second; NaN before one exists. */
        public double perSecond(RunConfig config) {
            double frames = drawn(config) + passes * config.pipeline().stepsPerInterval();
            return seconds > startSeconds ? frames / (seconds - startSeconds) : Double.NaN;
        }

        private double drawn(RunConfig config) {
            if (!(config.algorithm() instanceof Replaying replaying)) {
                return 0;
            }
            ReplaySettings replay = replaying.replay();
            return replay.batches() * (replaying.growsBatches() ? rows : updates * replay.batchSize());
        }
    }
}
