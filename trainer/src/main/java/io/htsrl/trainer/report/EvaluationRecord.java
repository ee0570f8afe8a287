package io.htsrl.trainer.report;

import java.util.List;

/**
 * The result of evaluating one policy. Immutable; a function of the run's configuration, the policy's place in it and
 * the parameters, but for {@code wallSeconds}.
 *
 * @param interval how many intervals were complete when the policy became available. The final policy of {@code hts},
 *     which has learnt from the last interval too, comes after one with the same number where both are evaluated
 * @param timestep environment steps of the run, over all replicas, when the policy became available
 * @param wallSeconds of the run at that moment, not when the evaluation was done
 * @param policy how actions were chosen: {@code greedy} or {@code sampled}
 * @param episodes all of them, in their order; of self-play against a uniformly random player
 * @param rating of a self-play run's policy; null for others
 */
public record EvaluationRecord(
        long interval, long timestep, double wallSeconds, String policy, List<Episode> episodes, Rating rating) {

    /**
     * One episode.
     *
     * @param ret undiscounted sum of rewards
     * @param length steps
     */
    public record Episode(double ret, int length) {}

    /**
     * An Elo rating, where a uniformly random player has 0.
     *
     * @param elo the most likely rating
     * @param error half of its 95 % interval, given those of its opponents
     */
    public record Rating(double elo, double error) {}

    /** Creates the record of a policy without a rating. */
    public EvaluationRecord(long interval, long timestep, double wallSeconds, String policy, List<Episode> episodes) {
        this(interval, timestep, wallSeconds, policy, episodes, null);
    }

    public EvaluationRecord {
        episodes = List.copyOf(episodes);
    }

    /** Returns the mean return over the episodes. */
    public double meanReturn() {
        return episodes.stream().mapToDouble(Episode::ret).average().orElse(Double.NaN);
    }

    /** Returns the standard deviation of the returns, of a population. */
    public double stdReturn() {
        double mean = meanReturn();
        return Math.sqrt(episodes.stream()
                .mapToDouble(episode -> (episode.ret() - mean) * (episode.ret() - mean))
                .average()
                .orElse(Double.NaN));
    }
}
