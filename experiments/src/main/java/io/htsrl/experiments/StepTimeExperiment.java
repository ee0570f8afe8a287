package io.htsrl.experiments;

import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Throughput over step times, beside what Claim 1, a simulation and the zero-wait bound say. Immutable, one thread.
 *
 * @param seconds     predicted, of each run
 * @param intervals   timed in each run at least
 * @param repetitions runs of each cell
 */
record StepTimeExperiment(List<Row> cells, double seconds, int intervals, int repetitions) implements Experiment {
    private static final String SPEED = "steps_per_s";

    @Override
    public String settings() {
        return "--seconds " + seconds + " --intervals " + intervals + " --repetitions " + repetitions;
    }

    /** Those of a run of one interval. */
    @Override
    public List<String> flags(Row cell) {
        return flags(cell, 1, 1);
    }

    private static List<String> flags(Row cell, int seed, long timesteps) {
        String mean = cell.text("mean").equals("own") ? "" : ":" + cell.text("mean");
        List<String> flags = new ArrayList<>(List.of(
                "--algo",
                cell.text("algo"),
                "--schedule",
                cell.text("schedule"),
                "--step-time",
                cell.text("distribution") + mean + ":" + cell.text("work"),
                "--num-envs",
                cell.text("num_envs"),
                "--sync-interval",
                cell.text("sync_interval"),
                "--actors",
                cell.text("actors"),
                "--seed",
                Integer.toString(seed),
                "--total-timesteps",
                Long.toString(timesteps)));
        if (!cell.text("executors").equals("auto")) {
            flags.addAll(List.of("--executors", cell.text("executors")));
        }
        return flags;
    }

    @Override
    public Row measure(Row cell, TrainFlags flags, Path folder) throws Exception {
        RunConfig plain = flags.config(flags(cell));
        double rows = plain.pipeline().stepsPerInterval();
        long timed = Math.max(
                intervals, (long) Math.ceil(seconds * Prediction.of(plain, 0, 0).simulated() / rows));
        List<MeasuredRun> runs = new ArrayList<>();
        for (int seed = 1; seed <= repetitions; seed++) {
            long timesteps = (timed + MeasuredRun.UNTIMED) * (long) rows;
            runs.add(MeasuredRun.of(flags.config(flags(cell, seed, timesteps))));
        }
        return results(runs, plain);
    }

    private static Row results(List<MeasuredRun> runs, RunConfig config) {
        double measured = median(runs, MeasuredRun::stepsPerSecond);
        double actor = median(runs, MeasuredRun::actorSecondsPerState);
        double learner = median(runs, MeasuredRun::learnerSecondsPerInterval);
        Prediction predicted = Prediction.of(config, actor, learner);
        return Row.EMPTY
                .with(SPEED, measured, 1)
                .with("claim_1", predicted.claimOne(), 1)
                .with("simulated", predicted.simulated(), 1)
                .with("bound", predicted.bound(), 1)
                .with("of_claim_1", measured / predicted.claimOne(), 3)
                .with("of_simulated", measured / predicted.simulated(), 3)
                .with(
                        "cv",
                        config.stepTime().deviationSeconds() / config.stepTime().meanSeconds(),
                        3)
                .with("actor_us", 1e6 * actor, 2)
                .with("learner_ms", 1e3 * learner, 2)
                .with("barrier_share", median(runs, MeasuredRun::barrierShare), 3)
                .with("batch", median(runs, MeasuredRun::statesPerForward), 2)
                .with("intervals", runs.get(0).intervals(), 0)
                .with(
                        "slowest",
                        runs.stream()
                                .mapToDouble(MeasuredRun::stepsPerSecond)
                                .min()
                                .orElseThrow(),
                        1)
                .with(
                        "fastest",
                        runs.stream()
                                .mapToDouble(MeasuredRun::stepsPerSecond)
                                .max()
                                .orElseThrow(),
                        1);
    }

    private static double median(List<MeasuredRun> runs, ToDoubleFunction<MeasuredRun> figure) {
        return Sample.median(runs.stream().mapToDouble(figure).toArray());
    }

    @Override
    public List<String> shown() {
        return List.of(
                "steps_per_s",
                "speedup",
                "simulated",
                "of_simulated",
                "claim_1",
                "of_claim_1",
                "bound",
                "cv",
                "learner_ms");
    }

    @Override
    public void report(List<Row> rows, Report report) throws IOException {
        List<Row> compared = rows.stream().map(row -> compared(row, rows)).toList();
        List<String> settings = cells.get(0).columns();
        report.table(compared, settings, shown());
        for (String x : axes(settings)) {
            report.picture(
                    "throughput-over-" + x,
                    new Picture("Throughput", x, "environment steps/s")
                            .over(compared, settings, SPEED, "")
                            .over(compared, settings, "claim_1", " by Claim 1")
                            .over(compared, settings, "simulated", " simulated")
                            .over(
                                    compared,
                                    settings.stream()
                                            .filter(s -> !s.equals("schedule"))
                                            .toList(),
                                    "bound",
                                    " bound"));
            report.picture(
                    "speedup-over-" + x,
                    new Picture("Speed-up against sync", x, "times")
                            .over(
                                    compared.stream()
                                            .filter(row -> !row.text("schedule").equals("sync"))
                                            .toList(),
                                    settings,
                                    "speedup",
                                    ""));
        }
    }

    /** What pictures have on their x axis: each setting that varies, but for the names of lines. */
    private List<String> axes(List<String> settings) {
        List<String> varying = Picture.varying(cells, settings).stream()
                .filter(column -> !List.of("algo", "schedule", "work").contains(column))
                .toList();
        return varying.isEmpty() ? List.of("distribution") : varying;
    }

    private Row compared(Row row, List<Row> rows) {
        Row sync = row.only(cells.get(0).columns()).with("schedule", "sync");
        double base = rows.stream()
                .filter(other -> other.only(sync.columns()).equals(sync))
                .mapToDouble(other -> other.number(SPEED))
                .findFirst()
                .orElse(Double.NaN);
        return row.with("speedup", row.number(SPEED) / base, 2);
    }
}
