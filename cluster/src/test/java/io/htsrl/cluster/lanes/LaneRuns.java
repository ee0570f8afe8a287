package io.htsrl.cluster.lanes;

import io.htsrl.cli.Hts;
import io.htsrl.cluster.SmallRuns;
import io.htsrl.trainer.config.RunConfig;
import java.util.ArrayList;
import java.util.List;

/** Runs whose learners share their rows. */
final class LaneRuns {
    static final List<RunConfig> CONFIGS = List.of(
            config("a2c", "CartPole-v1"),
            config("ppo", "CartPole-v1", "--update-epochs", "2", "--num-minibatches", "2"),
            config("ppo", "Pendulum-v1", "--norm-obs", "--norm-reward", "--num-minibatches", "2"),
            config("a2c", "Pendulum-v1"),
            config("a2c", "Acrobot-v1", "--hidden-sizes", "200,150"), // whose sums travel in some slices
            config("ppo", "CartPole-v1", "--clip-around", "current"));

    private static RunConfig config(String algorithm, String environment, String... more) {
        List<String> arguments = new ArrayList<>(SmallRuns.arguments(algorithm, environment, 1, 3));
        List.of(more).stream()
                .filter(arguments::contains)
                .forEach(
                        flag -> { // instead of what it has
                            int at = arguments.indexOf(flag);
                            arguments.subList(at, at + 2).clear();
                        });
        arguments.addAll(List.of(more));
        return Hts.configure(arguments.toArray(String[]::new));
    }

    private LaneRuns() {}
}
