package io.htsrl.experiments;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentFailedException;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.experiments.ExperimentCommand.Experiment;
import io.htsrl.experiments.Row.Grid;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hts experiment step-time}. One thread. */
@Command(
        name = "step-time",
        sortOptions = false,
        synopsisHeading = "%nUsage: ",
        descriptionHeading = "%n",
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
final class StepTimeCommand extends ExperimentCommand {
    private static final String DRAWN = "constant,uniform,gamma(4),exponential,gamma(0.25),lognormal(1),pareto(2.5)";

    @Option(
            names = "--algos",
            paramLabel = "LIST",
            defaultValue = "ppo",
            description = "Algorithms; default ${DEFAULT-VALUE}.")
    private String algos;

    @Option(
            names = "--schedules",
            paramLabel = "LIST",
            description = "Schedules; all but serial by default. Speed-ups are against sync.")
    private String schedules = String.join(",", known());

    @Option(
            names = "--distributions",
            paramLabel = "LIST",
            description =
                    "As in --step-time, without the mean; default " + DRAWN + ". Or own: the environment takes its "
                            + "own time, which is measured first; default where it is computed elsewhere (--env gym:ID). "
                            + "Or recorded:ENV: those of another environment, recorded first and then drawn.")
    private String distributions;

    @Option(
            names = "--mean",
            paramLabel = "LIST",
            description = "Mean step times; own: that of a trace; default 5ms, and own for what is recorded.")
    private String means;

    @Option(
            names = "--work",
            paramLabel = "LIST",
            defaultValue = "block",
            description = "block: steps wait; burn: steps take processor time; default ${DEFAULT-VALUE}.")
    private String work;

    @Option(
            names = "--num-envs",
            paramLabel = "LIST",
            defaultValue = "16",
            description = "Environments; default ${DEFAULT-VALUE}.")
    private String numEnvs;

    @Option(
            names = "--sync-intervals",
            paramLabel = "LIST",
            defaultValue = "128",
            description = "Steps per environment and update; default ${DEFAULT-VALUE}.")
    private String syncIntervals;

    @Option(
            names = "--executors",
            paramLabel = "LIST",
            defaultValue = "auto",
            description = "Threads that step environments; auto: as hts train; default ${DEFAULT-VALUE}.")
    private String executors;

    @Option(
            names = "--actors",
            paramLabel = "LIST",
            defaultValue = "0",
            description = "Threads that serve policy forwards; default ${DEFAULT-VALUE}.")
    private String actors;

    @Option(
            names = "--own-steps",
            paramLabel = "N",
            defaultValue = "2000",
            description =
                    "Steps that are timed where a distribution is own, in 20 s at most; default ${DEFAULT-VALUE}.")
    private String ownSteps;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "8",
            description = "Predicted time of a run; default ${DEFAULT-VALUE}.")
    private String seconds;

    @Option(
            names = "--intervals",
            paramLabel = "N",
            defaultValue = "6",
            description = "Intervals that a run times at least; default ${DEFAULT-VALUE}.")
    private String intervals;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            defaultValue = "1",
            description = "Runs of a cell, of seeds 1 to N; their median counts; default ${DEFAULT-VALUE}.")
    private String repetitions;

    /** Those that there is something to measure of. */
    static List<String> known() {
        return Arrays.stream(Schedule.values())
                .filter(s -> !s.oneThread())
                .map(Schedule::toString)
                .toList();
    }

    @Override
    Map<String, String> setByCells() {
        Map<String, String> instead = new TreeMap<>();
        instead.put("--algo", "give --algos");
        instead.put("--schedule", "give --schedules");
        instead.put("--sync-interval", "give --sync-intervals");
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
    Experiment experiment(TrainFlags flags, ListSettings lists) {
        List<String> inOrder = lists.choices("--schedules", schedules, known()).stream()
                .sorted((a, b) -> Boolean.compare(b.equals("sync"), a.equals("sync")))
                .toList();
        List<String> shapes = lists.texts("--distributions", distributions(flags));
        shapes.forEach(shape -> checkRecorded(shape, lists));
        Grid grid = Grid.empty()
                .over("algo", lists.texts("--algos", algos))
                .over("distribution", shapes)
                .over("mean", lists.texts("--mean", means == null ? "5ms" : means))
                .over("work", lists.choices("--work", work, List.of("block", "burn")))
                .over("num_envs", lists.texts("--num-envs", numEnvs))
                .over("sync_interval", lists.texts("--sync-intervals", syncIntervals))
                .over("executors", lists.texts("--executors", executors))
                .over("actors", lists.texts("--actors", actors))
                .over("schedule", inOrder); // sync first, which the others are compared with
        return new StepTimeExperiment(
                grid.cells().stream().map(this::cell).distinct().toList(),
                lists.positive("--seconds", seconds),
                lists.integer("--intervals", intervals, 1),
                lists.integer("--repetitions", repetitions, 1),
                lists.integer("--own-steps", ownSteps, 1));
    }

    /** Whether there is an environment whose times can be recorded. */
    private static void checkRecorded(String shape, ListSettings lists) {
        if (!shape.startsWith(StepTimeExperiment.RECORDED)) {
            return;
        }
        String environment = shape.substring(StepTimeExperiment.RECORDED.length());
        try {
            EnvironmentSource.named(environment, Map.of()).ask(Environment::spec);
        } catch (ConfigurationException e) {
            e.violations()
                    .forEach(v -> lists.violations()
                            .add(
                                    "--distributions",
                                    shape,
                                    v.setting() + " " + v.value() + ": it " + v.rule(),
                                    v.remedy()));
        }
    }

    private String distributions(TrainFlags flags) {
        return distributions != null ? distributions : computedElsewhere(flags) ? StepTimeExperiment.OWN : DRAWN;
    }

    /** Not where there is no such environment: that is told when the cells are checked. */
    private boolean computedElsewhere(TrainFlags flags) {
        try {
            return flags.config(List.of("--algo", algos.replaceFirst(",.*", "").strip(), "--total-timesteps", "1"))
                    .environments()
                    .ask(environment -> environment instanceof RemoteEnvironment);
        } catch (ConfigurationException | EnvironmentFailedException e) {
            return false;
        }
    }

    /** What an environment's own time is and does is its own affair; what is recorded keeps its mean, unless one is given. */
    private Row cell(Row cell) {
        if (means == null && cell.text("distribution").startsWith(StepTimeExperiment.RECORDED)) {
            return cell.with("mean", StepTimeExperiment.OWN);
        }
        return cell.text("distribution").equals(StepTimeExperiment.OWN)
                ? cell.with("mean", StepTimeExperiment.OWN).with("work", "burn")
                : cell;
    }
}
