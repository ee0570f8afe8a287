package io.htsrl.experiments;

import io.htsrl.cli.settings.SeedList;
import io.htsrl.experiments.Row.Grid;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/** An experiment whose runs train to the end, with several seeds. One thread. */
abstract class TrainingGridCommand extends ExperimentCommand {
    private final OptionSpec envs;
    private final OptionSpec algos;
    private final OptionSpec schedules;
    private final OptionSpec seeds;
    private final OptionSpec timesteps;
    private int steps; // of each run

    /** Declares the options, with the default values of two of them. */
    TrainingGridCommand(String defaultEnvs, String defaultSchedules) {
        envs = list("--envs", "--env", defaultEnvs, "Environments");
        algos = list("--algos", "--algo", "ppo", "Algorithms");
        schedules = list("--schedules", "--schedule", defaultSchedules, "Schedules");
        seeds = list("--seeds", "--seed", "1-3", "Seeds, such as 1-10");
        timesteps = option("--total-timesteps --steps", "N", "100000", "Environment steps of each run");
    }

    @Override
    final List<Row> grid(TrainFlags flags, ListSettings settings) {
        steps = settings.integer(timesteps, 1);
        Grid grid = Grid.empty()
                .over("env", settings.texts(envs))
                .over("algo", settings.texts(algos))
                .over("schedule", settings.choices(schedules, StepTimeExperiment.known()));
        return over(grid, settings)
                .over("seed", SeedList.parse("--seeds", seeds.getValue(), settings.violations()))
                .cells();
    }

    /** Adds the other axes, and reads the other options. */
    abstract Grid over(Grid grid, ListSettings settings);

    @Override
    String settings() {
        return "--steps " + steps;
    }

    @Override
    List<String> flags(Row cell) {
        List<String> flags = cell.flags("env", "algo", "schedule", "seed");
        flags.addAll(List.of("--total-timesteps", Integer.toString(steps)));
        return flags;
    }
}
