package io.htsrl.cli.rundir;

import io.htsrl.trainer.evaluation.EvaluationMetrics;
import io.htsrl.trainer.report.AdaptationRecord;
import io.htsrl.trainer.report.BatchChange;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.IntervalReport;
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
    private final LearntFrames frames = new LearntFrames();
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
        lastEvaluations.add(evaluation);
        if (lastEvaluations.size() > EvaluationMetrics.POLICIES) {
            lastEvaluations.remove(0);
        }
    }

    void addRestart() {
        restarts++;
    }

    void add(AdaptationRecord adaptation) {
        adapted++;
        adaptations.add(adaptation);
        if (adaptations.size() > MOST_ADAPTATIONS) {
            adaptations.remove(0);
        }
    }

    void add(BatchChange change) {
        batchChanges.add(change);
        if (batchChanges.size() > MOST_ADAPTATIONS) {
            batchChanges.remove(0);
        }
    }

    /** When {@code --adapt-batch} made batches larger or smaller since this process began, the last times. */
    public List<BatchChange> batchChanges() {
        return List.copyOf(batchChanges);
    }

    /** What updates have learnt from. */
    public LearntFrames frames() {
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
}
