package io.htsrl.experiments;

import io.htsrl.cli.settings.SeedList;
import io.htsrl.experiments.Row.Grid;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** The options of experiments that train to the end, with several seeds. One thread. */
abstract class TrainingGridCommand extends ExperimentCommand {
    @Option(names = "--envs", paramLabel = "LIST", order = 1, description = "Environments; default ${DEFAULT-VALUE}.")
    String envs = defaultEnvs();

    @Option(names = "--algos", paramLabel = "LIST", order = 2, description = "Algorithms; default ${DEFAULT-VALUE}.")
    private String algos = "ppo";

    @Option(names = "--schedules", paramLabel = "LIST", order = 3, description = "Schedules; default ${DEFAULT-VALUE}.")
    private String schedules = defaultSchedules();

    @Option(
            names = "--seeds",
            paramLabel = "LIST",
            order = 4,
            description = "Seeds, such as 1-10; default ${DEFAULT-VALUE}.")
    private String seeds = "1-3";

    @Option(
            names = {"--total-timesteps", "--steps"},
            paramLabel = "N",
            order = 5,
            description = "Environment steps of each run; default ${DEFAULT-VALUE}.")
    private String steps = "100000";

    String defaultEnvs() {
        return "CartPole-v1";
    }

    String defaultSchedules() {
        return "hts";
    }

    @Override
    Map<String, String> setByCells() {
        return new TreeMap<>(Map.of(
                "--env",
                "give --envs",
                "--algo",
                "give --algos",
                "--schedule",
                "give --schedules",
                "--seed",
                "give --seeds"));
    }

    /** The grid but for seeds, which come last. */
    final Grid grid(ListSettings lists) {
        return Grid.empty()
                .over("env", lists.texts("--envs", envs))
                .over("algo", lists.texts("--algos", algos))
                .over("schedule", lists.choices("--schedules", schedules, StepTimeCommand.known()));
    }

    final List<Long> seeds(ListSettings lists) {
        return SeedList.parse("--seeds", seeds, lists.violations());
    }

    final int steps(ListSettings lists) {
        return lists.integer("--total-timesteps", steps, 1);
    }

    /** The flags of a cell of {@link #grid} and seeds. */
    static List<String> flags(Row cell, int steps) {
        List<String> flags = cell.flags("env", "algo", "schedule", "seed");
        flags.addAll(List.of("--total-timesteps", Integer.toString(steps)));
        return flags;
    }
}
