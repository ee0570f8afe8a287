package io.htsrl.trainer.evaluation;

import io.htsrl.core.Violations;

/**
 * Which policies of a run are evaluated, and how. Immutable; never decides a bit of the training.
 *
 * @param every    intervals from one evaluated policy to the next; 0 for no evaluation
 * @param episodes of each policy
 * @param policy   how actions are chosen
 */
public record EvaluationConfig(long every, int episodes, EvaluationPolicy policy) {
    /** Episodes of one policy in the HTS-RL paper. */
    public static final int USUAL_EPISODES = 10;
    private static final int MOST_EPISODES = 1_000_000;

    /** No evaluation. */
    public static final EvaluationConfig OFF =
            new EvaluationConfig(0, USUAL_EPISODES, EvaluationPolicy.GREEDY);

    public boolean enabled() {
        return every > 0;
    }

    /** Adds what is wrong with these settings. */
    public void check(Violations violations) {
        violations.check(every >= 0, "--eval-every", every, "must be at least 0",
                "give the intervals between two evaluations, 10 for example, or 0 for none");
        checkEpisodes("--eval-episodes", episodes, violations);
    }

    /** Adds what is wrong with a number of episodes. */
    public static void checkEpisodes(String setting, int episodes, Violations violations) {
        violations.check(episodes >= 1 && episodes <= MOST_EPISODES, setting, episodes,
                "must be in 1 .. " + MOST_EPISODES, "give 10, for example");
    }
}
