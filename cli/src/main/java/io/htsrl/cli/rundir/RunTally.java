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

/** What a run's reports and evaluations add up to, for its summary. Guarded by its owner's lock. */
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

    /** When {@code --adapt-batch} made batches larger or smaller since this process began, the last times. */
    public List<BatchChange> batchChanges() {
        return List.copyOf(batchChanges);
    }

    /** What updates have learnt from. */
    public LearnedFrames frames() {
        return frames;
    }

    /** How often {@code --adapt} has changed something, trials among it, since this process began. */
    public long adapted() {
        return adapted;
    }

    /** The last of these changes, the oldest first. */
    public List<AdaptationRecord> adaptations() {
        return List.copyOf(adaptations);
    }

    /** Environments that died and were made again, since this process began. */
    public long restarts() {
        return restarts;
    }

    /** Policies evaluated. */
    public long evaluations() {
        return evaluations;
    }

    /** {@link EvaluationMetrics#finalMetric} of the run so far. */
    public double finalMetric() {
        return EvaluationMetrics.finalMetric(lastEvaluations);
    }

    /** Mean return of the last evaluated policy; NaN where there is none. */
    public double lastEvaluationMean() {
        return EvaluationMetrics.lastMean(lastEvaluations);
    }

    /** The evaluation with the greatest mean return, the first of equals; empty where there is none. */
    public Optional<EvaluationRecord> best() {
        return Optional.ofNullable(best);
    }

    /** The newest report, or null. */
    public IntervalReport last() {
        return last;
    }

    /** Least lag heard of; -1 where nothing was learnt. */
    public int lagMin() {
        return lagMin;
    }

    /** Greatest lag heard of; -1 where nothing was learnt. */
    public int lagMax() {
        return lagMax;
    }

    /**
     * How many transitions updates have learnt from, one that is learnt from twice counted twice: the update frames of Hou et
     * al. 2023, as far as reports tell of them. Counts since this process began. Guarded by its owner's lock.
     */
    public static final class LearnedFrames {
        private static final String UPDATES = "updates";
        private static final String EPOCHS = "epochs";
        private static final String BATCH_SIZE = "batch_size"; // where it changes

        private boolean begun;
        private double startSeconds; // of the run, where counting begins
        private double seconds;
        private double before; // updates, where counting begins
        private double updates; // with a replay memory: minibatches
        private double rows; // of these, where they are not all alike
        private double passes; // without: over the interval's steps

        /** In order of intervals. */
        public void add(IntervalReport report) {
            double soFar = report.losses().getOrDefault(UPDATES, 0.0);
            seconds = report.wallSeconds();
            if (!begun && report.interval() > 0) { // of a resumed run the first is where it begins
                startSeconds = seconds;
                before = soFar;
            } else if (!report.losses().isEmpty() && !report.losses().containsKey(UPDATES)) {
                passes += report.losses().getOrDefault(EPOCHS, 1.0);
            }
            rows += Math.max(0, soFar - before - updates) * report.losses().getOrDefault(BATCH_SIZE, 0.0);
            updates = soFar - before;
            begun = true;
        }

        /** A second; NaN before there is one. */
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
