package io.htsrl.experiments.tune.model;

import io.htsrl.core.schedule.WaitMode;
import java.util.Map;

/**
 * What a run's roles cost on one machine. Immutable.
 *
 * @param step      of an environment
 * @param forward   of the policy
 * @param learner   of an interval
 * @param handOvers by the way of waiting
 * @param swap      seconds of an interval in which nobody works: barrier, swap, and what else was measured and is nobody's
 */
public record RoleCosts(
        StepCost step, ForwardCost forward, LearnerCost learner, Map<WaitMode, HandOver> handOvers, double swap) {
    /** Takes copies. */
    public RoleCosts {
        handOvers = Map.copyOf(handOvers);
    }

    /** The same with another swap. */
    public RoleCosts withSwap(double newSwap) {
        return new RoleCosts(step, forward, learner, handOvers, newSwap);
    }

    HandOver handOver(WaitMode mode) {
        return handOvers.getOrDefault(mode, new HandOver(0, 0));
    }
}
