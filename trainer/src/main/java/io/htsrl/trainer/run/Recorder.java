package io.htsrl.trainer.run;

import io.htsrl.core.state.Stateful;
import io.htsrl.learners.IntervalRecorder;
import io.htsrl.learners.Learner;
import io.htsrl.storage.DigestChain;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.IntervalObserver;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.rollouts.RolloutGauges;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Digest chain, episodes and reports of completed intervals. On the learner's thread; read after it has ended. */
final class Recorder implements IntervalRecorder, Stateful {
    private final DigestChain chain = new DigestChain();
    private final EpisodeTracker episodes;
    private final TrainingListener listener;
    private final IntervalObserver observer;
    private long startNanos;
    private long intervals;
    private long timesteps;
    private final LagHistogram lags = new LagHistogram();
    private Map<Integer, Long> lagsBefore = Map.of(); // this process began
    private long halfwayNanos;
    private long halfwaySteps;
    private final int columns;
    private final boolean byArrival;
    private final long plannedIntervals;
    private RolloutGauges elsewhere = RolloutGauges.NONE;

    /** What {@code config} describes is recorded. */
    Recorder(RunConfig config, Attachments attachments) {
        this.listener = attachments.listener();
        this.observer = attachments.observer();
        this.episodes = new EpisodeTracker(config.pipeline().numEnvs(), listener);
        this.columns = config.pipeline().columns();
        this.byArrival = !config.pipeline().schedule().barrier();
        this.plannedIntervals = config.intervals();
        this.startNanos = System.nanoTime();
        this.halfwayNanos = startNanos;
    }

    /** Their figures join those of intervals; before the run begins. They reach reports, and neither digests nor checkpoints. */
    void add(RolloutGauges gauges) {
        elsewhere = gauges;
    }

    private Map<String, Double> with(Map<String, Double> figures) {
        Map<String, Double> seen = elsewhere.figures();
        if (seen.isEmpty()) {
            return figures;
        }
        Map<String, Double> both = new LinkedHashMap<>(figures);
        both.putAll(seen);
        return both;
    }

    @Override
    public void record(
            long interval,
            StorageBank bank,
            float[] parameters,
            Learner learner,
            int lag,
            Map<String, Double> figures) {
        chain.append(bank, parameters, learner::digest);
        if (byArrival) {
            episodes.trackRollouts(interval, bank);
            countLags(interval, bank);
        } else {
            episodes.track(interval, bank);
            countLag(lag);
        }
        timesteps += bank.shape().rows();
        intervals++;
        if (intervals == plannedIntervals / 2) {
            halfwayNanos = System.nanoTime();
            halfwaySteps = timesteps;
        }
        observer.onInterval(interval, bank, parameters, learner::digest);
        listener.onInterval(new IntervalReport(
                interval,
                timesteps,
                seconds(),
                episodes.episodes(),
                episodes.meanReturn(),
                lag,
                with(figures),
                chain.hex()));
    }

    @Override
    public void finish(float[] parameters, Learner learner, int lag, Map<String, Double> figures) {
        chain.append(parameters, learner::digest);
        countLag(lag);
        observer.onFinish(intervals, parameters, learner::digest);
    }

    private void countLag(int lag) {
        if (lag >= 0) {
            lags.add(lag, columns);
        }
    }

    /** Interval k of an asynchronous run learns at the parameters that k updates have made. */
    private void countLags(long interval, StorageBank bank) {
        for (int column = 0; column < columns; column++) {
            lags.add((int) (interval - bank.version(column)), 1);
        }
    }

    /** Rollouts learnt from since this process began, by their lag. */
    SortedMap<Integer, Long> newLags() {
        SortedMap<Integer, Long> counts = new TreeMap<>(lags.counts());
        lagsBefore.forEach((lag, rollouts) -> counts.merge(lag, -rollouts, Long::sum));
        counts.values().removeIf(rollouts -> rollouts == 0);
        return counts;
    }

    private double seconds() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    /** How the run ended, seen from here. */
    TrainingResult result(float[] parameters, TimeUse timeUse, boolean stopped) {
        double wall = seconds();
        double second = (System.nanoTime() - halfwayNanos) / 1e9;
        return new TrainingResult(
                timesteps,
                wall,
                timesteps / wall,
                (timesteps - halfwaySteps) / second,
                episodes.episodes(),
                episodes.meanReturn(),
                lags.least(),
                lags.greatest(),
                lags.counts(),
                chain.hex(),
                DigestChain.of(parameters),
                parameters.clone(),
                timeUse,
                stopped);
    }

    /** The time that the run has taken so far goes along: a resumed run's clock goes on. */
    @Override
    public void save(DataOutput out) throws IOException {
        chain.save(out);
        episodes.save(out);
        out.writeLong(intervals);
        out.writeLong(timesteps);
        lags.save(out);
        out.writeLong(System.nanoTime() - startNanos);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        chain.restore(in);
        episodes.restore(in);
        intervals = in.readLong();
        timesteps = in.readLong();
        lags.restore(in);
        lagsBefore = lags.counts();
        startNanos = System.nanoTime() - in.readLong();
        halfwaySteps = timesteps; // the second half's speed is that of this process's part, unless halfway is ahead
    }
}
