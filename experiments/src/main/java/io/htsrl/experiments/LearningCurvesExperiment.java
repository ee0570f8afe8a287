package io.htsrl.experiments;

import io.htsrl.cli.picture.RunsTitle;
import io.htsrl.cli.rundir.EvaluationsFile;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.rundir.RunOutcome.Moment;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.cli.signals.SharedInterruption;
import io.htsrl.cli.train.TrainSession;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.experiments.Row.Grid;
import io.htsrl.experiments.chart.CurveLine;
import io.htsrl.experiments.chart.CurveLine.ConfidenceBand;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.evaluation.EvaluationMetrics;
import io.htsrl.trainer.evaluation.Sample;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code hts experiment learning-curves}: trainings with evaluations, and their curves over steps and over time. One
 * thread.
 */
@Command(
        name = "learning-curves",
        customSynopsis =
                "hts experiment learning-curves [lists] [--total-timesteps N] [--out DIR] [flags of hts train]",
        header = "Episode return of the schedules over environment steps and over wall time.",
        description = "Evaluates policies beside each training, and states the paper's final-time and required-time "
                + "metrics with 95 %% bootstrap intervals over seeds. Each run keeps its run directory.",
        footer =
                "  hts experiment learning-curves --envs CartPole-v1 --algos a2c,ppo --seeds 1-10 --total-timesteps 200000")
final class LearningCurvesExperiment extends TrainingGridCommand {
    private static final String STEP_TIME = "step_time";
    private static final List<String> GROUP = List.of("env", "algo", STEP_TIME, "schedule");
    private static final List<String> TASK = List.of("env", "algo", STEP_TIME);
    /** Warm-up steps of environments with frames, whose steps are slow. */
    private static final long WARM_UP_STEPS_OF_FRAMES = 2_048;

    private final OptionSpec evaluationsOption =
            option("--evaluations", "N", "50", "Policies that are evaluated in each run, about");
    private final OptionSpec stepTimes = list(
            "--step-times",
            "--step-time",
            null,
            "Step times to compare, such as none,exponential:1ms, each with a picture of its own; by default "
                    + "--step-time alone.");
    private final OptionSpec minutesOption = option(
            "--minutes", "M", null, "Time limit of all runs together; each gets an equal part. No limit by default.");
    private int evaluations;
    private double minutes;

    LearningCurvesExperiment() {
        super("CartPole-v1,Acrobot-v1", String.join(",", StepTimeExperiment.known()));
    }

    @Override
    Map<String, String> setByCells() {
        Map<String, String> instead = super.setByCells();
        instead.put("--eval-every", "give --evaluations");
        return instead;
    }

    @Override
    TrainFlags defaults(TrainFlags given) {
        return (stepTimes.getValue() == null ? given.orElse("--step-time", "exponential:1ms") : given).ofWholeRuns();
    }

    @Override
    Grid over(Grid grid, ListSettings settings) {
        evaluations = settings.integer(evaluationsOption, 1);
        minutes = minutesOption.getValue() == null ? Double.POSITIVE_INFINITY : settings.positive(minutesOption);
        return stepTimes.getValue() == null ? grid : grid.over(STEP_TIME, settings.texts(stepTimes));
    }

    @Override
    String settings() {
        return super.settings() + " --evaluations " + evaluations
                + (Double.isInfinite(minutes) ? "" : " --minutes " + minutes);
    }

    @Override
    List<String> flags(Row cell) {
        return flags(cell, 1);
    }

    private List<String> flags(Row cell, long every) {
        List<String> flags = super.flags(cell);
        if (!cell.text(STEP_TIME).isEmpty()) {
            flags.addAll(cell.flags(STEP_TIME));
        }
        flags.addAll(List.of("--eval-every", Long.toString(every)));
        return flags;
    }

    private static Path folder(Row cell, Path folder) {
        return folder.resolve("runs")
                .resolve(name(
                        Stream.of("env", "algo", STEP_TIME, "schedule", "seed").map(cell::text), "__"));
    }

    /** Returns a name that a file may have. */
    private static String name(Stream<String> parts, String between) {
        return parts.filter(text -> !text.isEmpty())
                .collect(Collectors.joining(between))
                .replace('/', '-')
                .replace(':', '-');
    }

    @Override
    long warmUpSteps(Row cell) {
        boolean frames = Environments.ask(
                cell.text("env"),
                Map.of(),
                made -> made.spec().observationSpace().kind() == ObservationSpace.Kind.UINT8);
        return frames ? WARM_UP_STEPS_OF_FRAMES : super.warmUpSteps(cell);
    }

    @Override
    Row measure(Row cell, TrainFlags flags, Path folder, SharedInterruption interruption) throws Exception {
        Path run = folder(cell, folder);
        if (Files.exists(run)) {
            RunFolders.moveAside(run); // left by an interrupted experiment
        }
        long every = Math.max(1, flags.config(flags(cell)).intervals() / evaluations);
        List<String> arguments = new ArrayList<>(List.of("--quiet", "--out", run.toString()));
        arguments.addAll(flags(cell, every));
        List<String> command = new ArrayList<>(List.of("train"));
        command.addAll(flags.given());
        command.addAll(arguments);
        AtomicBoolean over = new AtomicBoolean();
        new TrainSession(
                        flags.resolved(arguments),
                        (config, attachments) -> new Trainer(config, limited(attachments, over)).run(),
                        new PrintWriter(PrintWriter.nullWriter()), // where --quiet has no effect
                        err())
                .ofSeveral(interruption) // the experiment prints how to continue it
                .train(command);
        RunOutcome outcome = RunOutcome.read(run, target(cell.text("env")));
        boolean stopped = outcome.state() == RunState.STOPPED && !over.get();
        if (stopped || outcome.state() == RunState.FAILED && interruption.happened()) {
            throw new InterruptedException("by a signal");
        }
        if (outcome.state() != RunState.FINISHED && outcome.state() != RunState.STOPPED) {
            throw new IllegalStateException("the run in " + run + " has not finished");
        }
        return Row.EMPTY
                .with("final_metric", outcome.finalMetric(), 2)
                .with(
                        "required_steps",
                        outcome.reached().map(m -> (double) m.timestep()).orElse(Double.NaN),
                        0)
                .with("required_s", outcome.reached().map(Moment::wallSeconds).orElse(Double.NaN), 3)
                .with("wall_s", outcome.wallSeconds(), 3)
                .with("steps_per_s", outcome.stepsPerSecond(), 1)
                .with("eval_every", every, 0);
    }

    /** Adds a listener that requests the end when the run's part of the minutes is over, and sets {@code over}. */
    private Attachments limited(Attachments attachments, AtomicBoolean over) {
        if (Double.isInfinite(minutes)) {
            return attachments;
        }
        double seconds = 60 * minutes / cells().size();
        TrainingListener limit = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.wallSeconds() >= seconds && !attachments.control().stopRequested()) {
                    over.set(true);
                    attachments.control().requestStop();
                }
            }
        };
        return attachments.with(limit);
    }

    private static double target(String env) {
        return Environments.ask(env, Map.of(), made -> made.spec().rewardThreshold());
    }

    @Override
    List<String> shown() {
        return List.of("final_metric", "final_time", "reached", "required_s", "time_limit_s", "steps_per_s");
    }

    @Override
    void report(List<Row> rows, Report report) throws IOException {
        Map<Row, List<List<EvaluationRecord>>> curves = new LinkedHashMap<>();
        for (Row row : rows) {
            curves.computeIfAbsent(row.only(GROUP), group -> new ArrayList<>())
                    .add(EvaluationsFile.read(folder(row, report.folder())));
        }
        report.table(
                curves.keySet().stream()
                        .map(group -> summary(group, rows, curves))
                        .toList(),
                GROUP,
                shown());
        for (Row task : curves.keySet().stream()
                .map(group -> group.only(TASK))
                .distinct()
                .toList()) {
            String name = name(task.texts().stream(), "-");
            picture(task, rows, curves, report, name + "-over-steps", false);
            picture(task, rows, curves, report, name + "-over-time", true);
        }
    }

    private static Row summary(Row group, List<Row> rows, Map<Row, List<List<EvaluationRecord>>> curves) {
        List<Row> seeds =
                rows.stream().filter(row -> row.only(GROUP).equals(group)).toList();
        double limit = rows.stream()
                .filter(row -> row.only(TASK).equals(group.only(TASK)))
                .mapToDouble(row -> row.number("wall_s"))
                .min()
                .orElseThrow();
        double[] reached = Arrays.stream(Row.numbers(seeds, "required_s"))
                .filter(seconds -> !Double.isNaN(seconds))
                .toArray();
        double[] inTime = curves.get(group).stream()
                .mapToDouble(run -> finalMetric(run, limit))
                .toArray();
        return group.withMean("final_metric", Row.numbers(seeds, "final_metric"))
                .with("time_limit_s", limit, 2)
                .withMean("final_time", inTime)
                .with("reached", reached.length + "/" + seeds.size())
                .withMean("required_s", reached)
                .with("steps_per_s", Sample.median(Row.numbers(seeds, "steps_per_s")), 1);
    }

    /** Returns the paper's final-time metric: the final metric of the policies evaluated by then. */
    private static double finalMetric(List<EvaluationRecord> evaluations, double seconds) {
        return EvaluationMetrics.finalMetric(
                evaluations.stream().filter(e -> e.wallSeconds() <= seconds).toList());
    }

    /**
     * Draws each schedule's mean return over seeds, with the band of its interval, up to the last moment that all runs
     * have reached.
     */
    private static void picture(
            Row task,
            List<Row> rows,
            Map<Row, List<List<EvaluationRecord>>> curves,
            Report report,
            String name,
            boolean byTime)
            throws IOException {
        String x = byTime ? ExperimentChart.SECONDS : "timestep";
        List<Row> points = new ArrayList<>();
        List<Map<String, String>> drawn = rows.stream()
                .filter(row -> row.only(task.columns()).equals(task))
                .map(Row::asMap)
                .toList();
        String stepTime = task.text(STEP_TIME).isEmpty() ? "" : ", step time " + task.text(STEP_TIME);
        ExperimentChart picture =
                new ExperimentChart("Evaluated policies: " + RunsTitle.of(drawn) + stepTime, x, "mean episode return");
        curves.forEach((group, runs) -> {
            if (group.only(task.columns()).equals(task) && runs.stream().noneMatch(List::isEmpty)) {
                List<NavigableMap<Double, Double>> seeds =
                        runs.stream().map(run -> returns(run, byTime)).toList();
                double end =
                        seeds.stream().mapToDouble(NavigableMap::lastKey).min().orElseThrow();
                ConfidenceBand band = CurveLine.mean(seeds, end);
                picture.band(group.text("schedule"), band);
                for (int i = 0; i < band.at().size(); i++) {
                    points.add(group.with(x, band.at().get(i), byTime ? 3 : 0)
                            .with("return", band.values().get(i), 2)
                            .with("return_low", band.lows().get(i), 2)
                            .with("return_high", band.highs().get(i), 2));
                }
            }
        });
        if (!points.isEmpty()) {
            Report.writeCsv(report.folder().resolve(report.name() + "-" + name + ".csv"), report.command(), points);
            report.picture(name, picture);
        }
    }

    /** Returns the mean returns of a run's policies by the moment of their evaluation. */
    private static NavigableMap<Double, Double> returns(List<EvaluationRecord> evaluations, boolean byTime) {
        NavigableMap<Double, Double> returns = new TreeMap<>();
        evaluations.forEach(e -> returns.put(byTime ? e.wallSeconds() : e.timestep(), e.meanReturn()));
        return returns;
    }
}
