package io.htsrl.experiments;

import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.time.TimeSpan;
import io.htsrl.environments.StepTime;
import io.htsrl.experiments.theory.ClaimTwo;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Lag over the number of environments and the learner's speed, beside Claim 2. Immutable, one thread.
 *
 * @param seconds predicted, of each run
 */
record PolicyLagExperiment(List<Row> cells, double seconds) implements Experiment {
    /** Rollouts that may wait per environment: none ever has to. */
    private static final int QUEUE = 64;

    private static final long FEWEST_UPDATES = 10;

    @Override
    public String settings() {
        return "--seconds " + seconds;
    }

    @Override
    public List<String> flags(Row cell) {
        return flags(cell, 1);
    }

    private static List<String> flags(Row cell, long timesteps) {
        List<String> flags = new ArrayList<>(List.of(
                "--algo",
                cell.text("algo"),
                "--schedule",
                cell.text("schedule"),
                "--num-envs",
                cell.text("num_envs"),
                "--total-timesteps",
                Long.toString(timesteps)));
        if (Schedule.named(cell.text("schedule"))
                .filter(schedule -> !schedule.barrier())
                .isPresent()) {
            // a number of environments that is none is told by hts train itself
            int environments = cell.text("num_envs").matches("[0-9]{1,6}") ? cell.integer("num_envs") : 1;
            flags.addAll(List.of("--async-batch", "1", "--async-queue", Integer.toString(QUEUE * environments)));
        }
        return flags;
    }

    @Override
    public Row measure(Row cell, TrainFlags flags, Path folder) throws Exception {
        RunConfig plain = flags.config(flags(cell));
        StepTime time = plain.stepTime();
        PipelineConfig pipeline = plain.pipeline();
        double perSecond = pipeline.executors() / time.meanSeconds();
        long timesteps = Math.max(FEWEST_UPDATES * pipeline.stepsPerInterval(), Math.round(seconds * perSecond));
        Lags lags = new Lags();
        SlowLearner slow = new SlowLearner(TimeSpan.parse(cell.text("learner_time")));
        MeasuredRun run = MeasuredRun.of(
                flags.config(flags(cell, timesteps)),
                Attachments.none().with(lags).with(slow));
        return results(run, lags, pipeline, perSecond);
    }

    private static Row results(MeasuredRun run, Lags lags, PipelineConfig pipeline, double perSecond) {
        TrainingResult result = run.result();
        boolean async = !pipeline.schedule().barrier();
        double service = run.learnerSecondsPerInterval();
        // r: what one environment brings, as a share of what the learner can take
        double ratio = perSecond / pipeline.numEnvs() / pipeline.syncInterval() * service;
        double load = async ? pipeline.numEnvs() * ratio : Double.NaN;
        return Row.EMPTY
                .with("queue_lag", async ? lags.queued() : result.lagMean(), 3)
                .with(
                        "claim_2",
                        async
                                ? ClaimTwo.expectedLag(pipeline.numEnvs(), ratio)
                                : pipeline.schedule().lag(),
                        3)
                .with("load", load, 3)
                .with("lag_mean", result.lagMean(), 3)
                .with("lag_min", result.lagMin(), 0)
                .with("lag_max", result.lagMax(), 0)
                .with("update_ms", 1e3 * service, 3)
                .with("updates", run.intervals(), 0)
                .with("steps_per_s", run.stepsPerSecond(), 1);
    }

    @Override
    public List<String> shown() {
        return List.of("queue_lag", "claim_2", "load", "lag_mean", "lag_max", "update_ms", "steps_per_s");
    }

    @Override
    public void report(List<Row> rows, Report report) throws IOException {
        List<String> settings = cells.get(0).columns();
        report.table(rows, settings, shown());
        report.picture(
                "over-num-envs",
                new Picture(report.title("Updates that a rollout waits for"), "num_envs", "updates, mean")
                        .over(rows, settings, "queue_lag", "")
                        .over(rows, settings, "claim_2", " predicted"));
    }

    /** Averages the waiting of rollouts, without the first fifth of updates. The learner's thread; read afterwards. */
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
}
