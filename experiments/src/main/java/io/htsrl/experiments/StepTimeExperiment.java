package io.htsrl.experiments;

import io.htsrl.cli.signals.SharedInterruption;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentFailedException;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.time.TimeSpan;
import io.htsrl.environments.wrapper.StepTime;
import io.htsrl.experiments.Report.ScreenTable;
import io.htsrl.experiments.Row.Grid;
import io.htsrl.experiments.steps.OwnTimes;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code hts experiment step-time}: measures throughput over step times and compares it with Claim 1, a simulation and
 * the zero-wait bound. One thread.
 */
@Command(
        name = "step-time",
        customSynopsis = "hts experiment step-time [lists] [--seconds S] [--out DIR] [flags of hts train]",
        header = "Throughput and speed-up of the schedules over the distribution of step times.",
        description = "States for every cell: steps per second measured, predicted by Claim 1 of the paper "
                + "(exponential and gamma times under hts), simulated, and the bound of environments that never wait.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  hts experiment step-time --distributions 'exponential,gamma(0.25)' --num-envs 16,64",
            "  hts experiment step-time --distributions trace:times.csv --mean own --work burn --out runs/trace",
            "  hts experiment step-time --distributions recorded:ALE/HomebrewPaddle-v0",
            "  hts experiment step-time --env gym:HalfCheetah-v5"
        })
final class StepTimeExperiment extends ExperimentCommand {
    /** Name of the distribution of an environment's own step times. */
    static final String OWN = "own";
    /** Prefix of another environment's name, whose own times are recorded first and then drawn. */
    static final String RECORDED = "recorded:";

    /** Number of steps whose rollout time is drawn in pictures. */
    private static final double TIMED_STEPS = 1e5;

    private static final long OWN_WARM_UP_STEPS = 10_000;
    /**
     * Seconds assumed for an environment's own step, since a fast environment waits for actor and learner, whose times
     * are not known yet.
     */
    private static final double OWN_STEP_AT_LEAST = 20e-6;

    private static final String SPEED = "steps_per_s";

    private static final String DRAWN = "constant,uniform,gamma(4),exponential,gamma(0.25),lognormal(1),pareto(2.5)";

    private final OptionSpec algos = list("--algos", "--algo", "ppo", "Algorithms");
    private final OptionSpec schedules =
            list("--schedules", "--schedule", String.join(",", known()), "Schedules; speed-ups are against sync");
    private final OptionSpec distributions = option(
            "--distributions",
            "LIST",
            null,
            "As in --step-time, without the mean; default " + DRAWN + ". Or own: the environment takes its "
                    + "own time, measured first; default with --env gym:ID. "
                    + "Or recorded:ENV: those of another environment, recorded first.");
    private final OptionSpec means = option(
            "--mean",
            "LIST",
            null,
            "Mean step times; own: that of a trace; default 5ms, and own for what is recorded.");
    private final OptionSpec work =
            option("--work", "LIST", "block", "block: steps wait; burn: steps take processor time");
    private final OptionSpec numEnvs = list("--num-envs", "--num-envs", "16", "Environments");
    private final OptionSpec syncIntervals =
            list("--sync-intervals", "--sync-interval", "128", "Steps per environment and update");
    private final OptionSpec executors =
            list("--executors", "--executors", "auto", "Threads that step environments; auto: as hts train");
    private final OptionSpec actors = list("--actors", "--actors", "0", "Threads that serve policy forwards");
    private final OptionSpec ownStepsOption =
            option("--own-steps", "N", "2000", "Steps that are timed where a distribution is own, in 20 s at most");
    private final OptionSpec secondsOption = option("--seconds", "S", "8", "Predicted time of a run");
    private final OptionSpec intervalsOption = option("--intervals", "N", "6", "Intervals that a run times at least");
    private final OptionSpec repetitionsOption =
            option("--repetitions", "N", "1", "Runs of a cell, of seeds 1 to N; their median counts");

    private double seconds;
    private int intervals;
    private int repetitions;
    private int ownSteps;

    /** Returns the schedules of several threads that every algorithm has. */
    static List<String> known() {
        return Arrays.stream(Schedule.values())
                .filter(s -> !s.oneThread() && !s.sharesParameters())
                .map(Schedule::toString)
                .toList();
    }

    @Override
    Map<String, String> setByCells() {
        Map<String, String> instead = super.setByCells();
        instead.put("--num-steps", "give --sync-intervals");
        instead.put("--seed", "give --repetitions");
        instead.put("--total-timesteps", "give --seconds or --intervals");
        instead.put("--step-time", "give --distributions, --mean and --work");
        return instead;
    }

    @Override
    TrainFlags defaults(TrainFlags given) {
        return given.orElse("--env", "CartPole-v1");
    }

    @Override
    List<Row> grid(TrainFlags flags, ListSettings settings) {
        seconds = settings.positive(secondsOption);
        intervals = settings.integer(intervalsOption, 1);
        repetitions = settings.integer(repetitionsOption, 1);
        ownSteps = settings.integer(ownStepsOption, 1);
        List<String> inOrder = settings.choices(schedules, known()).stream()
                .sorted((a, b) -> Boolean.compare(b.equals("sync"), a.equals("sync")))
                .toList();
        List<String> shapes = settings.texts("--distributions", distributions(flags));
        shapes.forEach(shape -> checkRecorded(shape, settings.violations()));
        List<String> ofSteps = means.getValue() == null ? List.of("5ms") : settings.texts(means);
        ofSteps.forEach(mean -> settings.violations()
                .check(
                        !Duration.ZERO.equals(TimeSpan.parse(mean)),
                        "--mean",
                        mean,
                        "must be a time above 0, or there is nothing to compare",
                        "give 1ms, for example"));
        Grid grid = Grid.empty()
                .over("algo", settings.texts(algos))
                .over("distribution", shapes)
                .over("mean", ofSteps)
                .over("work", settings.choices(work, List.of("block", "burn")))
                .over("num_envs", settings.texts(numEnvs))
                .over("sync_interval", settings.texts(syncIntervals))
                .over("executors", settings.texts(executors))
                .over("actors", settings.texts(actors))
                .over("schedule", inOrder); // sync first, since the others are compared with it
        return grid.cells().stream().map(this::cell).distinct().toList();
    }

    /** Checks that the environment whose times are to be recorded exists. */
    private static void checkRecorded(String shape, Violations violations) {
        if (!shape.startsWith(RECORDED)) {
            return;
        }
        String environment = shape.substring(RECORDED.length());
        try {
            EnvironmentSource.named(environment, Map.of()).ask(Environment::spec);
        } catch (ConfigurationException e) {
            e.violations()
                    .forEach(v -> violations.add(
                            "--distributions", shape, v.setting() + " " + v.value() + ": it " + v.rule(), v.remedy()));
        }
    }

    private String distributions(TrainFlags flags) {
        String given = distributions.getValue();
        return given != null ? given : computedElsewhere(flags) ? OWN : DRAWN;
    }

    /**
     * Returns whether the environment computes outside the executors. False where it does not exist, which the check of
     * the cells reports.
     */
    private boolean computedElsewhere(TrainFlags flags) {
        try {
            return flags.config(List.of(
                            "--algo",
                            algos.<String>getValue().replaceFirst(",.*", "").strip(),
                            "--total-timesteps",
                            "1"))
                    .environments()
                    .ask(environment -> environment instanceof RemoteEnvironment);
        } catch (ConfigurationException | EnvironmentFailedException e) {
            return false;
        }
    }

    /**
     * Completes a cell. Own step times have no other mean and no other kind of work; recorded times keep their mean,
     * unless one is given.
     */
    private Row cell(Row cell) {
        if (means.getValue() == null && cell.text("distribution").startsWith(RECORDED)) {
            return cell.with("mean", OWN);
        }
        return cell.text("distribution").equals(OWN) ? cell.with("mean", OWN).with("work", "burn") : cell;
    }

    @Override
    String settings() {
        return "--seconds " + seconds + " --intervals " + intervals + " --repetitions " + repetitions
                + (cells().stream().anyMatch(cell -> own(cell) || recorded(cell)) ? " --own-steps " + ownSteps : "");
    }

    private static boolean recorded(Row cell) {
        return cell.text("distribution").startsWith(RECORDED);
    }

    /** Returns the environment whose times are recorded. */
    private static String of(Row cell) {
        return cell.text("distribution").substring(RECORDED.length());
    }

    /** Returns the folder of its recorded times. */
    private static Path folder(Row cell, Path folder) {
        return folder.resolve(of(cell).replace('/', '-'));
    }

    /** Returns the cell with the file that its times are drawn from. */
    private Row known(Row cell, Path folder) throws IOException {
        if (!recorded(cell)) {
            return cell;
        }
        Path times = folder(cell, folder);
        OwnTimes.of(EnvironmentSource.named(of(cell), Map.of()), ownSteps, times);
        return cell.with("distribution", "trace:" + times.resolve(OwnTimes.FILE));
    }

    private static boolean own(Row cell) {
        return cell.text("distribution").equals(OWN);
    }

    /** Returns fewer steps for environments whose steps take their own time. */
    @Override
    long warmUpSteps(Row cell) {
        return own(cell) ? OWN_WARM_UP_STEPS : super.warmUpSteps(cell);
    }

    /** Returns the flags of a run of one interval. */
    @Override
    List<String> flags(Row cell) {
        return flags(cell, 1, 1);
    }

    private static List<String> flags(Row cell, int seed, long timesteps) {
        List<String> flags = cell.flags("algo", "schedule", "num_envs", "sync_interval", "actors");
        flags.addAll(List.of("--seed", Integer.toString(seed), "--total-timesteps", Long.toString(timesteps)));
        if (!own(cell) && !recorded(cell)) {
            String mean = cell.text("mean").equals(OWN) ? "" : ":" + cell.text("mean");
            flags.addAll(List.of("--step-time", cell.text("distribution") + mean + ":" + cell.text("work")));
        }
        if (!cell.text("executors").equals("auto")) {
            flags.addAll(cell.flags("executors"));
        }
        return flags;
    }

    @Override
    Row measure(Row given, TrainFlags flags, Path folder, SharedInterruption interruption) throws Exception {
        Row cell = known(given, folder);
        RunConfig plain = flags.config(flags(cell));
        OwnTimes own = own(cell) ? OwnTimes.of(plain.environments(), ownSteps, folder) : null;
        double rows = plain.pipeline().stepsPerInterval();
        double expected = Prediction.of(plain, own, own == null ? 0 : OWN_STEP_AT_LEAST, 0)
                .simulated();
        long timed = Math.max(intervals, (long) Math.ceil(seconds * expected / rows));
        List<MeasuredRun> runs = new ArrayList<>();
        for (int seed = 1; seed <= repetitions; seed++) {
            long timesteps = (timed + MeasuredRun.UNTIMED) * (long) rows;
            runs.add(MeasuredRun.of(flags.config(flags(cell, seed, timesteps)), interruption));
        }
        return results(runs, plain, own);
    }

    /** @param own times of the environment's own steps; null where times are drawn */
    private static Row results(List<MeasuredRun> runs, RunConfig config, OwnTimes own) {
        StepTime time = own == null ? config.stepTime() : own.time();
        DoubleSummaryStatistics speeds =
                runs.stream().mapToDouble(MeasuredRun::stepsPerSecond).summaryStatistics();
        double measured = median(runs, MeasuredRun::stepsPerSecond);
        double actor = median(runs, MeasuredRun::actorSecondsPerState);
        double learner = median(runs, MeasuredRun::learnerSecondsPerInterval);
        Prediction predicted = Prediction.of(config, own, actor, learner);
        return Row.EMPTY
                .with(SPEED, measured, 1)
                .with("claim_1", predicted.claimOne(), 1)
                .with("simulated", predicted.simulated(), 1)
                .with("bound", predicted.bound(), 1)
                .with("of_claim_1", measured / predicted.claimOne(), 3)
                .with("of_simulated", measured / predicted.simulated(), 3)
                .with("cv", time.deviationSeconds() / time.meanSeconds(), 3)
                .with("actor_us", 1e6 * actor, 2)
                .with("learner_ms", 1e3 * learner, 2)
                .with("barrier_share", median(runs, MeasuredRun::barrierShare), 3)
                .with("batch", median(runs, MeasuredRun::statesPerForward), 2)
                .with("intervals", runs.get(0).intervals(), 0)
                .with("slowest", speeds.getMin(), 1)
                .with("fastest", speeds.getMax(), 1);
    }

    private static double median(List<MeasuredRun> runs, ToDoubleFunction<MeasuredRun> metric) {
        return Sample.median(runs.stream().mapToDouble(metric).toArray());
    }

    @Override
    List<String> shown() {
        return List.of("steps_per_s speedup simulated of_simulated claim_1 of_claim_1 bound cv learner_ms".split(" "));
    }

    @Override
    void report(List<Row> rows, Report report) throws IOException {
        for (Path times : times(report.folder())) {
            report.screen().println();
            OwnTimes.read(times).summary().forEach(line -> report.screen().println(ScreenTable.wrapped(line)));
            report.screen().println("all of them in " + times);
        }
        List<Row> compared = rows.stream().map(row -> compared(row, rows)).toList();
        List<String> settings = axes();
        report.table(compared, settings, shown());
        List<Row> spread = compared.stream().map(this::spread).toList();
        for (String x : axesOfPictures(settings)) {
            report.picture(
                    "throughput-over-" + x,
                    new ExperimentChart(report.title("Throughput"), x, SPEED)
                            .over(spread, settings, SPEED, "")
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
                    new ExperimentChart(report.title("Speed-up against sync"), x, "times as fast as sync")
                            .over(
                                    compared.stream()
                                            .filter(row -> !row.text("schedule").equals("sync"))
                                            .toList(),
                                    settings,
                                    "speedup",
                                    ""));
        }
        rolloutTimes(compared, settings, report);
    }

    /** Returns the files of recorded times. */
    private List<Path> times(Path folder) {
        return cells().stream()
                .filter(cell -> own(cell) || recorded(cell))
                .map(cell -> (own(cell) ? folder : folder(cell, folder)).resolve(OwnTimes.FILE))
                .distinct()
                .toList();
    }

    /**
     * Draws the paper's Figure 3: the time of a number of steps over the sync interval and over the variance of a
     * step's time.
     */
    private void rolloutTimes(List<Row> rows, List<String> settings, Report report) throws IOException {
        String title = report.title(Numbers.text("Time of %,.0f steps", TIMED_STEPS));
        if (ExperimentChart.varying(rows, settings).contains("sync_interval")) {
            report.picture(
                    "time-over-sync_interval",
                    times(new ExperimentChart(title, "sync_interval", "seconds"), rows, settings));
        }
        List<Row> known = rows.stream()
                .filter(row -> !row.text("variance_ms2").isEmpty())
                .sorted(Comparator.comparingDouble(row -> row.number("variance_ms2")))
                .toList();
        if (ExperimentChart.varying(known, List.of("variance_ms2")).isEmpty()) {
            return;
        }
        List<String> others = settings.stream()
                .filter(column -> !List.of("distribution", "mean").contains(column))
                .toList();
        report.picture(
                "time-over-variance", times(new ExperimentChart(title, "variance_ms2", "seconds"), known, others));
    }

    private static ExperimentChart times(ExperimentChart picture, List<Row> rows, List<String> settings) {
        return picture.over(rows, settings, "time_s", "").over(rows, settings, "claim_1_time_s", " by Claim 1");
    }

    /** Adds the slowest and the fastest repetition as the ends of a band, where several exist. */
    private Row spread(Row row) {
        return repetitions == 1
                ? row
                : row.with(SPEED + "_low", row.text("slowest")).with(SPEED + "_high", row.text("fastest"));
    }

    @Override
    List<Long> seeds(RunConfig config) {
        return LongStream.rangeClosed(1, repetitions).boxed().toList();
    }

    /** Returns the x axes of pictures: each setting that varies, except names of lines. */
    private List<String> axesOfPictures(List<String> settings) {
        List<String> varying = ExperimentChart.varying(cells(), settings).stream()
                .filter(column -> !List.of("algo", "schedule", "work").contains(column))
                .toList();
        return varying.isEmpty() ? List.of("distribution") : varying;
    }

    private Row compared(Row row, List<Row> rows) {
        Row sync = row.only(axes()).with("schedule", "sync");
        double base = rows.stream()
                .filter(other -> other.only(sync.columns()).equals(sync))
                .mapToDouble(other -> other.number(SPEED))
                .findFirst()
                .orElse(Double.NaN);
        return row.with("speedup", row.number(SPEED) / base, 2)
                .with("time_s", TIMED_STEPS / row.number(SPEED), 3)
                .with("claim_1_time_s", TIMED_STEPS / row.number("claim_1"), 3)
                .with("simulated_time_s", TIMED_STEPS / row.number("simulated"), 3)
                .with("variance_ms2", variance(row), 4);
    }

    /** Returns the variance of a step's time, in square milliseconds; NaN where its mean is that of a trace. */
    private static double variance(Row row) {
        if (row.text("mean").equals(OWN)) {
            return Double.NaN;
        }
        double deviation = row.number("cv") * TimeSpan.parse(row.text("mean")).toNanos() / 1e6;
        return deviation * deviation;
    }
}
