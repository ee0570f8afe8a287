package io.htsrl.monitor.tensorboard;

import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunLog;
import io.htsrl.trainer.logging.RunOutcome;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.EvaluationRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes a run into an event file; steps are environment steps. A resumed run has a separate file, which voids data of
 * earlier ones after the checkpoint. An evaluation from before it may be reported again and is written once. The
 * loggers' thread calls.
 */
final class TensorBoardLog implements RunLog {
    private final RunContext run;
    private final WallClock clock;
    private final Optional<Path> filmed;
    private final EventFile file;
    private final Events.ScalarEvent scalars = new Events.ScalarEvent();
    private final Set<Long> evaluated;
    private long step;

    /**
     * Begins {@code file}.
     *
     * @param evaluated steps whose evaluations are in earlier files
     * @param filmed run directory whose policy is filmed at the end, if any
     */
    TensorBoardLog(EventFile file, RunContext run, WallClock clock, Set<Long> evaluated, Optional<Path> filmed)
            throws IOException {
        this.filmed = filmed;
        this.run = run;
        this.clock = clock;
        this.step = run.firstTimestep();
        this.evaluated = evaluated;
        this.file = file;
        double now = clock.time();
        file.add(Events.version(now));
        if (run.resumed()) {
            file.add(Events.restart(now, step + 1));
        }
        file.add(Events.text(now, step, Events.HyperParameters.TAG, Events.HyperParameters.table(run.settings())));
        file.add(Events.hyperParameters(
                now, Events.HyperParameters.START, Events.HyperParameters.start(run.settings(), now)));
        file.flush();
    }

    @Override
    public void onEpisode(EpisodeRecord episode) throws IOException {
        scalars.begin()
                .add(Scalars.EPISODIC_RETURN, episode.ret())
                .add(Scalars.EPISODIC_LENGTH, episode.length())
                .write(file, clock.time(), episode.timestep());
    }

    @Override
    public void onInterval(LoggedInterval interval) throws IOException {
        step = interval.report().timesteps();
        double time = clock.moveTo(interval.report().wallSeconds());
        add(Scalars.of(interval), time, step);
        histogram("hts/batch_sizes", time, interval.batchSizes());
        histogram("hts/lags", time, interval.lags());
        if (interval.priorities().length > 0) {
            file.add(Events.histogram(time, step, "replay/priorities", Histogram.of(interval.priorities())));
        }
    }

    @Override
    public void onEvaluation(EvaluationRecord evaluation) throws IOException {
        if (evaluation.timestep() <= run.firstTimestep() && evaluated.contains(evaluation.timestep())) {
            return; // it was in progress at the checkpoint, and complete when the run ended
        }
        add(Scalars.of(evaluation), clock.time(), evaluation.timestep());
    }

    private void add(Map<String, Double> metrics, double time, long after) throws IOException {
        scalars.begin();
        for (Map.Entry<String, Double> metric : metrics.entrySet()) {
            scalars.add(metric.getKey(), metric.getValue());
        }
        scalars.write(file, time, after);
    }

    @Override
    public void flush() throws IOException {
        file.flush();
    }

    @Override
    public void close(RunOutcome outcome) throws IOException {
        boolean well = outcome.end() != RunOutcome.End.FAILED;
        Map<Integer, Long> sizes = outcome.result()
                .map(result -> (Map<Integer, Long>) result.timeUse().batchSizes())
                .orElse(Map.of());
        try (file) {
            end(
                    well,
                    sizes,
                    outcome.result().map(result -> result.lagHistogram()).orElse(Map.of()));
            if (filmed.isPresent() && outcome.result().isPresent()) { // its parameters are in the run directory now
                addFilm(filmed.get());
            }
        }
    }

    private void addFilm(Path folder) throws IOException {
        Optional<FilmImage> film = FilmImage.of(folder);
        if (film.isPresent()) {
            add(film.get(), step);
        } else {
            run.handle().tell(noFilm());
        }
    }

    /** Adds an episode of a policy that was learnt in {@code learntIn} steps. */
    void add(FilmImage film, long learntIn) throws IOException {
        file.add(Events.image(clock.time(), learntIn, FilmImage.TAG, film));
    }

    /** Returns the reason why no film exists. */
    String noFilm() {
        return run.environment() + " has no picture: TensorBoard gets no film of the policy";
    }

    /**
     * Adds the last events of the session.
     *
     * @param batchSizes policy forwards of the whole run by the number of their states
     * @param lags rollouts by their lag
     */
    void end(boolean well, Map<Integer, Long> batchSizes, Map<Integer, Long> lags) throws IOException {
        double now = clock.time();
        histogram("hts/batch_sizes_of_run", now, batchSizes);
        histogram("hts/lags_of_run", now, lags);
        file.add(Events.hyperParameters(now, Events.HyperParameters.END, Events.HyperParameters.end(well, now)));
    }

    private void histogram(String tag, double time, Map<Integer, Long> counts) throws IOException {
        if (!counts.isEmpty()) {
            file.add(Events.histogram(time, step, tag, Histogram.of(counts)));
        }
    }

    /** The times of a run's events, in seconds since 1970. One thread. */
    static final class WallClock {
        private static final double MILLIS = 1000;

        private final boolean live;
        private double begin = Double.NaN; // by the run's own clock
        private double seconds;

        private WallClock(boolean live) {
            this.live = live;
        }

        /** Creates the clock of a run in progress. */
        static WallClock live() {
            return new WallClock(true);
        }

        /** Creates the clock of a recorded run with that start. */
        static WallClock recorded(Instant started) {
            WallClock clock = new WallClock(false);
            clock.begin = started.toEpochMilli() / MILLIS;
            return clock;
        }

        private static double now() {
            return System.currentTimeMillis() / MILLIS;
        }

        /** Returns the current time, or the time that a recorded run has reached. */
        double time() {
            return live ? now() : begin + seconds;
        }

        /**
         * Moves to a time of the run. Events that are reported together keep their distances; if the first was reported
         * late, none is moved into the future.
         */
        double moveTo(double wallSeconds) {
            if (Double.isNaN(begin)) {
                begin = now() - wallSeconds;
            }
            seconds = wallSeconds;
            return live ? Math.min(begin + seconds, now()) : begin + seconds;
        }
    }
}
