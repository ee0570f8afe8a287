package io.htsrl.experiments;

import io.htsrl.core.time.TimeSpan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hts experiment policy-lag}. One thread. */
@Command(
        name = "policy-lag",
        sortOptions = false,
        synopsisHeading = "%nUsage: ",
        descriptionHeading = "%n",
        customSynopsis = "hts experiment policy-lag [lists] [--seconds S] [--out DIR] [flags of hts train]",
        header = "Policy lag over the number of environments and the learner's speed, against Claim 2.",
        description = "Under async each rollout, of one step unless --sync-interval says otherwise, is an update of "
                + "its own, and the learner is slowed by exponentially distributed times, so that rollouts queue as "
                + "Claim 2 has it: n r / (1 - n r). Under hts the lag is 1.",
        footerHeading = "%nExample:%n",
        footer = "  hts experiment policy-lag --num-envs 4,16 --learner-times 1ms,2ms --seconds 20")
final class PolicyLagCommand extends ExperimentCommand {
    @Option(
            names = "--algos",
            paramLabel = "LIST",
            defaultValue = "a2c",
            description = "Algorithms; default ${DEFAULT-VALUE}.")
    private String algos;

    @Option(
            names = "--schedules",
            paramLabel = "LIST",
            defaultValue = "async,hts",
            description = "Schedules; default ${DEFAULT-VALUE}.")
    private String schedules;

    @Option(
            names = "--num-envs",
            paramLabel = "LIST",
            defaultValue = "2,4,8,16",
            description = "Environments; default ${DEFAULT-VALUE}.")
    private String numEnvs;

    @Option(
            names = "--learner-times",
            paramLabel = "LIST",
            defaultValue = "250us,500us,1ms",
            description = "Means of the times that are added to an update; default ${DEFAULT-VALUE}.")
    private String learnerTimes;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "8",
            description = "Predicted time of a run; default ${DEFAULT-VALUE}.")
    private String seconds;

    @Override
    Map<String, String> setByCells() {
        return new TreeMap<>(Map.of(
                "--algo",
                "give --algos",
                "--schedule",
                "give --schedules",
                "--total-timesteps",
                "give --seconds",
                "--async-batch",
                "Claim 2 is of updates of one rollout each",
                "--async-queue",
                "Claim 2 is of a queue without end"));
    }

    @Override
    TrainFlags defaults(TrainFlags given) {
        return given.orElse("--env", "CartPole-v1")
                .orElse("--step-time", "exponential:20ms")
                .orElse("--sync-interval", "1")
                .orElse("--seed", "1");
    }

    @Override
    Experiment experiment(TrainFlags flags, Lists lists) {
        List<String> times = lists.texts("--learner-times", learnerTimes);
        for (String time : times) {
            Duration span = TimeSpan.parse(time);
            lists.violations()
                    .check(
                            span != null && span.compareTo(Duration.ofMinutes(1)) <= 0,
                            "--learner-times",
                            time,
                            "must be a time of at most a minute",
                            "give 500us or 2ms, for example");
        }
        Grid grid = Grid.empty()
                .over("algo", lists.texts("--algos", algos))
                .over("learner_time", times)
                .over("num_envs", lists.texts("--num-envs", numEnvs))
                .over("schedule", lists.choices("--schedules", schedules, StepTimeCommand.known()));
        return new PolicyLagExperiment(grid.cells(), lists.positive("--seconds", seconds));
    }
}
