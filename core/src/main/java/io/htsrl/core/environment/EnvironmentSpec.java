package io.htsrl.core.environment;

import java.util.List;

/**
 * Description of an environment for an agent. Immutable.
 *
 * @param id name, such as {@code CartPole-v1}
 * @param observationSpace shape and kind of an observation
 * @param actionSpace actions that the agent may take
 * @param maxEpisodeSteps the time limit after which an episode is truncated, in steps; 0 for none
 * @param rewardThreshold the mean return at which the task counts as solved; NaN where none is published
 * @param scored whether steps report a {@link StepResult#score} that may differ from the reward
 */
public record EnvironmentSpec(
        String id,
        ObservationSpace observationSpace,
        ActionSpace actionSpace,
        int maxEpisodeSteps,
        double rewardThreshold,
        boolean scored) {
    /** @throws IllegalArgumentException when the mask is one of other actions */
    public EnvironmentSpec {
        if (observationSpace.mask() > 0 && !observationSpace.masks(actionSpace)) {
            throw new IllegalArgumentException(id + ": its observations have a mask of " + observationSpace.mask()
                    + " actions, not of " + actionSpace);
        }
    }

    /** Creates a specification whose returns are sums of rewards: {@code scored} is false. */
    public EnvironmentSpec(
            String id,
            ObservationSpace observationSpace,
            ActionSpace actionSpace,
            int maxEpisodeSteps,
            double rewardThreshold) {
        this(id, observationSpace, actionSpace, maxEpisodeSteps, rewardThreshold, false);
    }

    /**
     * Returns the specification for agents with different policies, whose names are given; for one policy if none are.
     */
    public EnvironmentSpec withPolicies(List<String> names) {
        return names.equals(observationSpace.policies())
                ? this
                : with(observationSpace.withPolicies(names), actionSpace);
    }

    /** Returns the specification for the agents of one policy alone, by its index; for all agents if they share one. */
    public EnvironmentSpec ofPolicy(int policy) {
        List<Agents.Spaces> spaces = observationSpace.spaces();
        return spaces.isEmpty()
                ? withPolicies(List.of())
                : with(spaces.get(policy).observations(), spaces.get(policy).actions());
    }

    EnvironmentSpec with(ObservationSpace observations, ActionSpace actions) {
        return new EnvironmentSpec(id, observations, actions, maxEpisodeSteps, rewardThreshold, scored);
    }
}
