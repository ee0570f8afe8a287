package io.htsrl.learners.values;

import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.ActionValues;
import io.htsrl.core.policy.EpsilonGreedySelector;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.time.AnnealingHorizon;
import java.util.List;
import java.util.stream.Stream;

/**
 * ε-greedy exploration.
 *
 * @param startE ε of the first step
 * @param endE ε after the decay
 * @param explorationFraction share of the run over which ε falls
 * @param perEnv whether replica i of n explores with {@code ε^(1 + 7i/(n-1))}, as Ape-X's actors do
 */
public record Exploration(
        @Setting(
                onFork = true,
                range = "[0, 1]",
                remedy = "give 1, for example",
                help = "Epsilon of the first step's exploration.")
        double startE,

        @Setting(onFork = true, range = "[0, 1]", remedy = "give 0.05, for example", help = "Epsilon after its decay.")
        double endE,

        @Setting(
                onFork = true,
                range = "[0, 1]",
                remedy = "give 0.5, for example",
                help = "Share of the run over which epsilon falls.")
        double explorationFraction,

        @Setting(
                onFork = true,
                flag = "per-env-epsilon",
                help = "Each replica explores with a power of epsilon, as Ape-X's actors do.")
        boolean perEnv) {

    /** Creates the selector of replica {@code environment} of {@code environments}, over {@code steps} of each. */
    public ActionSelector selector(ActionHead head, int environment, int environments, AnnealingHorizon steps) {
        double exponent = perEnv && environments > 1 ? 1 + 7.0 * environment / (environments - 1) : 1;
        return new EpsilonGreedySelector((ActionValues) head, startE, endE, steps.share(explorationFraction), exponent);
    }

    /** Returns the annealed values: those given, and ε where it falls. */
    public List<String> annealed(List<String> others) {
        return startE == endE
                ? others
                : Stream.concat(others.stream(), Stream.of("epsilon")).toList();
    }
}
