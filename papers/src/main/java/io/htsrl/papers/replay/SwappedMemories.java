package io.htsrl.papers.replay;

import io.htsrl.benchmarks.output.ChartFile;
import io.htsrl.benchmarks.output.ExperimentCommand;
import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.cli.Hts;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Zhang et al., Fig. 11: measures our DQN with each memory. Whole runs in turns; the speed is that of the second half.
 */
@Command(
        name = "swapped",
        sortOptions = false,
        description = "Measures environment steps per second of DQN with each memory.")
final class SwappedMemories extends ExperimentCommand {
    @Option(names = "--rounds", description = "Runs of each; the first is warm-up; default ${DEFAULT-VALUE}.")
    private int rounds = 4;

    @Option(names = "--schedules", split = ",", description = "Schedules; default ${DEFAULT-VALUE}.")
    private String[] schedules = {"hts", "async"};

    @Option(names = "--steps", description = "Environment steps of a run; default ${DEFAULT-VALUE}.")
    private long steps = 100_000;

    @Parameters(description = "Additional flags of hts train after --, except --frame-stack and --n-step.")
    private List<String> flags = new ArrayList<>();

    private final MarkdownTable table =
            new MarkdownTable("schedule", "memory", "steps/s", "min", "max", "times the one lock's", "mean return");
    private final ChartFile picture =
            new ChartFile("DQN on CartPole-v1 with each memory", "memory", "environment steps/s");

    /** Returns components that give the learner a memory of that kind. */
    static Components components(Memories kind) {
        return new Components() {
            @Override
            public ReplayMemory.Maker memories(ReplayMemory.Maker made, RunConfig config) {
                return (memory, shards, team) -> kind.make(memory);
            }
        };
    }

    @Override
    protected void run() throws Exception {
        check(rounds >= 2, "--rounds must be at least 2, not " + rounds);
        heading("DQN, %d steps a run %s; medians of %d runs, second halves", steps, flags, rounds - 1);
        for (String schedule : schedules) {
            measure(schedule);
        }
        print(table);
        draw(picture);
    }

    private RunConfig config(String schedule) {
        List<String> all = new ArrayList<>(List.of("--algo", "dqn", "--env", "CartPole-v1"));
        all.addAll(List.of("--total-timesteps", Long.toString(steps), "--schedule", schedule, "--n-step", "1"));
        all.addAll(flags);
        return Hts.configure(all.toArray(String[]::new));
    }

    private void measure(String schedule) throws Exception {
        Memories[] kinds = Memories.values();
        double[][] speeds = new double[kinds.length][rounds - 1];
        double[] returns = new double[kinds.length];
        for (int round = 0; round < rounds; round++) {
            for (Memories kind : kinds) {
                TrainingResult result =
                        new Trainer(config(schedule), Attachments.none().with(components(kind))).run();
                if (round > 0) {
                    speeds[kind.ordinal()][round - 1] = result.secondHalfSps();
                    returns[kind.ordinal()] += result.meanReturn100() / (rounds - 1);
                }
            }
        }
        double[] medians = new double[kinds.length];
        for (Memories kind : kinds) {
            double[] sorted = speeds[kind.ordinal()];
            Arrays.sort(sorted);
            medians[kind.ordinal()] = sorted[sorted.length / 2];
            table.row(
                    schedule,
                    kind.title(),
                    medians[kind.ordinal()],
                    sorted[0],
                    sorted[sorted.length - 1],
                    medians[kind.ordinal()] / medians[0],
                    returns[kind.ordinal()]);
            picture.add(schedule, kind.title(), medians[kind.ordinal()]);
        }
    }
}
