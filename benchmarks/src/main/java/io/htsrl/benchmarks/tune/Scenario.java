package io.htsrl.benchmarks.tune;

import io.htsrl.cli.Hts;
import io.htsrl.trainer.config.RunConfig;
import java.util.Arrays;
import java.util.List;

/**
 * A run that is tuned. Immutable.
 *
 * @param name name on the command line
 * @param flags flags of {@code hts train}
 */
record Scenario(String name, String flags) {
    /** All scenarios. */
    static final List<Scenario> ALL = List.of(
            new Scenario("ppo", "--algo ppo --env CartPole-v1"),
            new Scenario("a2c", "--algo a2c --env CartPole-v1"),
            new Scenario("dqn", "--algo dqn --env CartPole-v1"),
            new Scenario("exponential", "--algo ppo --env CartPole-v1 --step-time exponential:5ms"),
            new Scenario("burning", "--algo ppo --env CartPole-v1 --num-envs 8 --step-time constant:1ms:burn"),
            new Scenario("homebrew", "--algo a2c --env ALE/HomebrewPaddle-v0"));

    private static final long ENDLESS = 1L << 40;

    /** Returns the named ones, in the order of {@link #ALL}; all if {@code names} is empty. */
    static List<Scenario> named(List<String> names) {
        for (String name : names) {
            if (ALL.stream().noneMatch(scenario -> scenario.name().equals(name))) {
                throw new IllegalArgumentException("no scenario " + name + "; give some of "
                        + ALL.stream().map(Scenario::name).toList());
            }
        }
        return ALL.stream()
                .filter(scenario -> names.isEmpty() || names.contains(scenario.name()))
                .toList();
    }

    /** Returns the configuration of {@code hts train}, with an unlimited number of steps. */
    RunConfig config() {
        return Hts.configure(Arrays.stream(flags.split(" ")).toArray(String[]::new))
                .lasting(ENDLESS);
    }
}
