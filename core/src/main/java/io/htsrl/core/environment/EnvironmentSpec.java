package io.htsrl.core.environment;

/**
 * What an environment is to an agent. Immutable.
 *
 * @param id               the name it is found by, such as {@code CartPole-v1}
 * @param observationSpace shape and kind of an observation
 * @param actionSpace      what the agent may do
 * @param maxEpisodeSteps  the time limit after which an episode is truncated, in steps; 0 for none
 * @param rewardThreshold  the mean return at which the task counts as solved; NaN where none is published
 * @param scored           whether steps report a {@link StepResult#score} that may differ from the reward
 */
public record EnvironmentSpec(
        String id,
        ObservationSpace observationSpace,
        ActionSpace actionSpace,
        int maxEpisodeSteps,
        double rewardThreshold,
        boolean scored) {

    /** Rewards are what returns are reported in. */
    public EnvironmentSpec(
            String id,
            ObservationSpace observationSpace,
            ActionSpace actionSpace,
            int maxEpisodeSteps,
            double rewardThreshold) {
        this(id, observationSpace, actionSpace, maxEpisodeSteps, rewardThreshold, false);
    }
}
