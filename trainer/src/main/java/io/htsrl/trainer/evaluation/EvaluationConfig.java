package io.htsrl.trainer.evaluation;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;

/**
 * The choice of a run's policies to evaluate, and the way to evaluate them. Immutable; never decides a bit of the
 * training.
 *
 * @param every    intervals from one evaluated policy to the next; 0 for no evaluation
 * @param episodes of each policy
 * @param policy   how actions are chosen
 */
@SettingGroup("Evaluation")
public record EvaluationConfig(
        @Setting(
                flag = "eval-every",
                defaultValue = "0",
                unit = "intervals",
                range = "[0, inf)",
                decidesBits = false,
                remedy = "give the intervals between two evaluations, 10 for example, or 0 for none",
                help = "Evaluates the policy of every N-th interval and the final one, on its own "
                        + "thread and environments; 0: none.")
        long every,

        @Setting(
                flag = "eval-episodes",
                defaultValue = "10",
                onlyWith = "eval-every>0",
                otherwise = "10",
                decidesBits = false,
                help = "Episodes of each evaluated policy.")
        int episodes,

        @Setting(
                flag = "eval-policy",
                defaultValue = "greedy",
                onlyWith = "eval-every>0",
                otherwise = "greedy",
                decidesBits = false,
                help = "greedy: the best action; sampled: as the training draws them at its end.")
        EvaluationPolicy policy) {
    /** Number of episodes of one policy in the HTS-RL paper. */
    public static final int USUAL_EPISODES = 10;

    private static final int MOST_EPISODES = 1_000_000;

    /** No evaluation. */
    public static final EvaluationConfig OFF = new EvaluationConfig(0, USUAL_EPISODES, EvaluationPolicy.GREEDY);

    public boolean enabled() {
        return every > 0;
    }

    /** Adds what is wrong with these settings. */
    public void check(Violations violations) {
        RecordSettings.check(this, violations);
        checkEpisodes("--eval-episodes", episodes, violations);
    }

    /** Adds what is wrong with a number of episodes. */
    public static void checkEpisodes(String setting, int episodes, Violations violations) {
        violations.check(
                episodes >= 1 && episodes <= MOST_EPISODES,
                setting,
                episodes,
                "must be in 1 .. " + MOST_EPISODES,
                "give 10, for example");
    }
}
