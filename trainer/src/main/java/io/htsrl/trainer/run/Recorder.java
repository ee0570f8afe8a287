package io.htsrl.trainer.run;

import io.htsrl.core.state.RawArrays;
import io.htsrl.core.state.Stateful;
import io.htsrl.learners.IntervalRecorder;
import io.htsrl.learners.Learner;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.DigestChain;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.IntervalObserver;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.selfplay.OpponentPool;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Records the digest chain, episodes and reports of completed intervals. On the learner's thread; read after it has
 * ended.
 */
final class Recorder implements IntervalRecorder, Stateful {
    private final OpponentPool opponents;
    private final DigestChain chain = new DigestChain();
    private final EpisodeTracker episodes;
    private final TrainingListener listener;
    private final IntervalObserver observer;
    private long startNanos;
    private long intervals;
    private long timesteps;
    private final TreeMap<Integer, Long> lags = new TreeMap<>(); // number of rollouts learnt from, by lag
    private Map<Integer, Long> lagsBefore = Map.of(); // when this process began
    private long halfwayNanos;
    private long halfwaySteps;
    private final int columns;
    private final boolean byArrival;
    private final boolean mixed; // true if the rollouts of a bank have separate lags
    private final long plannedIntervals;
    private Supplier<Map<String, Double>> elsewhere = Map::of;

    /**
     * Creates a recorder for the run of {@code config}.
     *
     * @param opponents null without self-play
     */
    Recorder(RunConfig config, Attachments attachments, OpponentPool opponents) {
        this.opponents = opponents;
        this.listener = attachments.listener();
        this.observer = attachments.observer();
        this.episodes = new EpisodeTracker(config.pipeline().numEnvs(), listener);
        this.columns = config.pipeline().columns();
        this.byArrival = !config.pipeline().schedule().barrier();
        this.mixed = config.pipeline().schedule().queues();
        this.plannedIntervals = config.intervals();
        this.startNanos = System.nanoTime();
        this.halfwayNanos = startNanos;
    }

    /** Adds metrics to each interval's, before the run begins. They reach reports, not digests or checkpoints. */
    void add(Supplier<Map<String, Double>> metrics) {
        elsewhere = metrics;
    }

    /** Returns what absorbs the learner's state, and the pool of opponents. */
    private Consumer<BitHasher> digest(Learner learner) {
        return opponents == null
                ? learner::digest
                : hasher -> {
                    learner.digest(hasher);
                    opponents.digest(hasher);
                };
    }

    private Map<String, Double> with(Map<String, Double> metrics) {
        Map<String, Double> seen = elsewhere.get();
        if (seen.isEmpty()) {
            return metrics;
        }
        Map<String, Double> both = new LinkedHashMap<>(metrics);
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
            Map<String, Double> metrics) {
        chain.append(bank, parameters, digest(learner));
        if (byArrival) {
            episodes.trackRollouts(interval, bank);
        } else {
            episodes.track(interval, bank);
        }
        if (mixed) {
            countLags(interval, bank);
        } else {
            countLag(lag);
        }
        timesteps += bank.shape().rows();
        intervals++;
        if (intervals == plannedIntervals / 2) {
            halfwayNanos = System.nanoTime();
            halfwaySteps = timesteps;
        }
        observer.onInterval(interval, bank, parameters, digest(learner));
        listener.onInterval(new IntervalReport(
                interval,
                timesteps,
                seconds(),
                episodes.episodes(),
                episodes.meanReturn(),
                lag,
                with(metrics),
                chain.hex()));
    }

    @Override
    public void finish(float[] parameters, Learner learner, int lag, Map<String, Double> metrics) {
        chain.append(parameters, digest(learner));
        countLag(lag);
        observer.onFinish(intervals, parameters, digest(learner));
    }

    private void countLag(int lag) {
        if (lag >= 0) {
            lags.merge(lag, (long) columns, Long::sum);
        }
    }

    /** Counts the lags: interval k of an asynchronous run updates the parameters that k updates have made. */
    private void countLags(long interval, StorageBank bank) {
        for (int column = 0; column < columns; column++) {
            lags.merge((int) (interval - bank.version(column)), 1L, Long::sum);
        }
    }

    /** Returns the number of rollouts learnt from since this process began, by lag. */
    SortedMap<Integer, Long> newLags() {
        SortedMap<Integer, Long> counts = new TreeMap<>(lags);
        lagsBefore.forEach((lag, rollouts) -> counts.merge(lag, -rollouts, Long::sum));
        counts.values().removeIf(rollouts -> rollouts == 0);
        return counts;
    }

    private double seconds() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    /** Returns the result of the run, as far as it is recorded here. */
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
                lags.isEmpty() ? -1 : lags.firstKey(),
                lags.isEmpty() ? -1 : lags.lastKey(),
                new TreeMap<>(lags),
                chain.hex(),
                DigestChain.of(parameters),
                parameters.clone(),
                timeUse,
                stopped);
    }

    /** Saves the state, with the elapsed time: a resumed run's clock continues. */
    @Override
    public void save(DataOutput out) throws IOException {
        chain.save(out);
        episodes.save(out);
        out.writeLong(intervals);
        out.writeLong(timesteps);
        out.writeInt(lags.size());
        for (Map.Entry<Integer, Long> entry : lags.entrySet()) {
            out.writeInt(entry.getKey());
            out.writeLong(entry.getValue());
        }
        out.writeLong(System.nanoTime() - startNanos);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        chain.restore(in);
        episodes.restore(in);
        intervals = in.readLong();
        timesteps = in.readLong();
        lags.clear();
        for (int left = in.readInt(); left > 0; left--) {
            int lag = in.readInt();
            lags.put(lag, in.readLong());
        }
        lagsBefore = new TreeMap<>(lags);
        startNanos = System.nanoTime() - in.readLong();
        halfwaySteps = timesteps; // the second half's speed is this process's, unless halfway is ahead
    }

    /** Computes returns and lengths of episodes from completed banks, and the mean over the last 100. One thread. */
    private static final class EpisodeTracker implements Stateful {
        private static final int WINDOW = 100;

        private final TrainingListener listener;
        private final double[] returns;
        private final int[] lengths;
        private final double[] window = new double[WINDOW];
        private long episodes;

        EpisodeTracker(int environments, TrainingListener listener) {
            this.listener = listener;
            this.returns = new double[environments];
            this.lengths = new int[environments];
        }

        /** Reports the episodes that ended in a bank, in order of steps, then environments. */
        void track(long interval, StorageBank bank) {
            int steps = bank.shape().steps();
            for (int step = 0; step < steps; step++) {
                for (int environment = 0; environment < returns.length; environment++) {
                    step(
                            interval,
                            bank,
                            bank.row(step, environment),
                            environment,
                            (interval * steps + step + 1) * returns.length);
                }
            }
        }

        /** Reports the episodes that ended in a bank of rollouts that came one after another, in that order. */
        void trackRollouts(long interval, StorageBank bank) {
            int steps = bank.shape().steps();
            long timestep = interval * bank.shape().rows();
            for (int column = 0; column < bank.shape().environments(); column++) {
                for (int step = 0; step < steps; step++) {
                    step(interval, bank, bank.row(step, column), bank.environment(column), ++timestep);
                }
            }
        }

        private void step(long interval, StorageBank bank, int row, int environment, long timestep) {
            if (bank.absent(row)) {
                return;
            }
            returns[environment] += bank.scores()[row];
            lengths[environment]++;
            if (!bank.continues(row)) {
                end(interval, timestep, environment, bank.truncated(row));
            }
        }

        private void end(long interval, long timestep, int environment, boolean truncated) {
            window[(int) (episodes % WINDOW)] = returns[environment];
            episodes++;
            listener.onEpisode(new EpisodeRecord(
                    interval, timestep, environment, returns[environment], lengths[environment], truncated));
            returns[environment] = 0;
            lengths[environment] = 0;
        }

        long episodes() {
            return episodes;
        }

        /** Returns the mean return of the last 100 episodes, fewer at the start; NaN before the first. */
        double meanReturn() {
            int count = (int) Math.min(WINDOW, episodes);
            double sum = 0;
            for (int i = 0; i < count; i++) {
                sum += window[i];
            }
            return count == 0 ? Double.NaN : sum / count;
        }

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeLong(episodes);
            RawArrays.write(out, returns);
            RawArrays.write(out, lengths);
            RawArrays.write(out, window);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            episodes = in.readLong();
            RawArrays.read(in, returns);
            RawArrays.read(in, lengths);
            RawArrays.read(in, window);
        }
    }
}
