package io.htsrl.experiments;

import io.htsrl.cli.signals.SharedInterruption;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.time.TimeSpan;
import io.htsrl.environments.wrapper.StepTime;
import io.htsrl.experiments.Row.Grid;
import io.htsrl.experiments.theory.ClaimTwo;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code hts experiment policy-lag}: measures lag over the number of environments and the learner's speed. One thread.
 */
@Command(
        name = "policy-lag",
        customSynopsis = "hts experiment policy-lag [lists] [--seconds S] [--out DIR] [flags of hts train]",
        header = "Policy lag over the number of environments and the learner's speed, against Claim 2.",
        description = "Under async each rollout, of one step unless --sync-interval says otherwise, is an update of "
                + "its own, and the learner is slowed by exponentially distributed times, so that rollouts queue as "
                + "Claim 2 has it: n r / (1 - n r). Under hts the lag is 1.",
        footer = "  hts experiment policy-lag --num-envs 4,16 --learner-times 1ms,2ms --seconds 20")
final class PolicyLagExperiment extends ExperimentCommand {
    /** Number of rollouts that may wait per environment, large enough that no environment waits. */
    private static final int QUEUE = 64;

    private static final long FEWEST_UPDATES = 10;

    private final OptionSpec algos = list("--algos", "--algo", "a2c", "Algorithms");
    private final OptionSpec schedules = list("--schedules", "--schedule", "async,hts", "Schedules");
    private final OptionSpec numEnvs = list("--num-envs", "--num-envs", "2,4,8,16", "Environments");
    private final OptionSpec learnerTimes =
            option("--learner-times", "LIST", "250us,500us,1ms", "Means of the times that are added to an update");
    private final OptionSpec ofRun = option("--seconds", "S", "8", "Predicted time of a run");
    private double seconds;

    @Override
    Map<String, String> setByCells() {
        Map<String, String> instead = super.setByCells();
        instead.put("--total-timesteps", "give --seconds");
        instead.put("--async-batch", "Claim 2 is of updates of one rollout each");
        instead.put("--async-queue", "Claim 2 is of a queue without end");
        return instead;
    }

    @Override
    TrainFlags defaults(TrainFlags given) {
        return given.orElse("--env", "CartPole-v1")
                .orElse("--step-time", "exponential:20ms")
                .orElse("--sync-interval", "1")
                .orElse("--seed", "1");
    }

    @Override
    List<Row> grid(TrainFlags flags, ListSettings settings) {
        seconds = settings.positive(ofRun);
        List<String> times = settings.texts(learnerTimes);
        for (String time : times) {
            Duration span = TimeSpan.parse(time);
            settings.violations()
                    .check(
                            span != null && span.compareTo(Duration.ofMinutes(1)) <= 0,
                            "--learner-times",
                            time,
                            "must be a time of at most a minute",
                            "give 500us or 2ms, for example");
        }
        List<Row> cells = Grid.empty()
                .over("algo", settings.texts(algos))
                .over("learner_time", times)
                .over("num_envs", settings.texts(numEnvs))
                .over("schedule", settings.choices(schedules, StepTimeExperiment.known()))
                .cells();
        checkStepTime(flags, cells.get(0), settings.violations());
        return cells;
    }

    private static void checkStepTime(TrainFlags flags, Row cell, Violations violations) {
        try {
            StepTime time = flags.config(flags(cell, 1)).stepTime();
            violations.check(
                    time != null && time.meanNanos() > 0,
                    "--step-time",
                    time == null ? "none" : time,
                    "must be a time above 0, from which the rate of rollouts follows",
                    "give exponential:20ms, for example");
        } catch (ConfigurationException e) {
            // the check of the cells reports it
        }
    }

    @Override
    String settings() {
        return "--seconds " + seconds;
    }

    @Override
    List<String> flags(Row cell) {
        return flags(cell, 1);
    }

    private static List<String> flags(Row cell, long timesteps) {
        List<String> flags = cell.flags("algo", "schedule", "num_envs");
        flags.addAll(List.of("--total-timesteps", Long.toString(timesteps)));
        if (Schedule.named(cell.text("schedule"))
                .filter(schedule -> !schedule.barrier())
                .isPresent()) {
            // hts train reports an invalid number of environments
            int environments = cell.text("num_envs").matches("[0-9]{1,6}") ? cell.integer("num_envs") : 1;
            flags.addAll(List.of("--async-batch", "1", "--async-queue", Integer.toString(QUEUE * environments)));
        }
        return flags;
    }

    @Override
    Row measure(Row cell, TrainFlags flags, Path folder, SharedInterruption interruption) throws Exception {
        RunConfig plain = flags.config(flags(cell));
        StepTime time = plain.stepTime();
        PipelineConfig pipeline = plain.pipeline();
        double perSecond = pipeline.executors() / time.meanSeconds();
        long timesteps = Math.max(FEWEST_UPDATES * pipeline.stepsPerInterval(), Math.round(seconds * perSecond));
        Lags lags = new Lags();
        SlowLearner slow = new SlowLearner(TimeSpan.parse(cell.text("learner_time")));
        MeasuredRun run = MeasuredRun.of(
                flags.config(flags(cell, timesteps)),
                Attachments.none().with(lags).with(slow),
                interruption);
        return results(run, lags, pipeline, perSecond);
    }

    private static Row results(MeasuredRun run, Lags lags, PipelineConfig pipeline, double perSecond) {
        TrainingResult result = run.result();
        boolean async = !pipeline.schedule().barrier();
        double service = run.learnerSecondsPerInterval();
        // r: rate of one environment relative to the learner's rate
        double ratio = perSecond / pipeline.numEnvs() / pipeline.syncInterval() * service;
        double load = async ? pipeline.numEnvs() * ratio : Double.NaN;
        double claim = async
                ? ClaimTwo.expectedLag(pipeline.numEnvs(), ratio)
                : pipeline.schedule().lag();
        return Row.EMPTY
                .with("queue_lag", async ? lags.queued() : result.lagMean(), 3)
                .with("claim_2", claim, 3)
                .with("load", load, 3)
                .with("lag_mean", result.lagMean(), 3)
                .with("lag_min", result.lagMin(), 0)
                .with("lag_max", result.lagMax(), 0)
                .with("update_ms", 1e3 * service, 3)
                .with("updates", run.intervals(), 0)
                .with("steps_per_s", run.stepsPerSecond(), 1);
    }

    @Override
    List<String> shown() {
        return List.of("queue_lag", "claim_2", "load", "lag_mean", "lag_max", "update_ms", "steps_per_s");
    }

    @Override
    void report(List<Row> rows, Report report) throws IOException {
        List<String> settings = axes();
        report.table(rows, settings, shown());
        report.picture(
                "over-num-envs",
                new ExperimentChart(report.title("Updates that a rollout waits for"), "num_envs", "updates, mean")
                        .over(rows, settings, "queue_lag", "")
                        .over(rows, settings, "claim_2", " predicted"));
    }

    /**
     * Averages the waiting of rollouts, without the first fifth of updates. Called on the learner's thread; read after
     * the run.
     */
    private static final class Lags implements TrainingListener {
        private final List<Double> queued = new ArrayList<>();

        @Override
        public void onInterval(IntervalReport report) {
            queued.add(report.losses().getOrDefault("queue_lag_mean", Double.NaN));
        }

        double queued() {
            return queued.stream()
                    .skip(queued.size() / 5)
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(Double.NaN);
        }
    }

    /** Extends every update by an exponentially distributed time without work. On the learner's thread. */
    private static final class SlowLearner implements Perturbation {
        private static final RandomStream DRAWS = RandomStream.root(1).spawn("slow-learner");
        /** Time to spin at the end, since a parked thread wakes up late by about as much. */
        private static final long SPIN_NANOS = 50_000;

        private final long meanNanos;

        SlowLearner(Duration mean) {
            this.meanNanos = mean.toNanos();
        }

        @Override
        public void at(Point point, long index) {
            if (point == Point.LEARNER_UPDATE) {
                long start = System.nanoTime();
                long nanos = Math.round(-meanNanos * DeterministicMath.log(1 - DRAWS.uniform(index)));
                for (long left = nanos; left > 0 && !Thread.currentThread().isInterrupted(); ) {
                    if (left > SPIN_NANOS) {
                        LockSupport.parkNanos(this, left - SPIN_NANOS);
                    } else {
                        Thread.onSpinWait();
                    }
                    left = nanos - (System.nanoTime() - start);
                }
            }
        }
    }
}
