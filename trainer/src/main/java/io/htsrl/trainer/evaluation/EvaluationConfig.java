package io.htsrl.trainer.evaluation;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.trainer.evaluation.StopCondition.Metric;
import java.util.Optional;

/**
 * The choice of a run's policies to evaluate, the way to evaluate them, and the returns that end the run. Immutable;
 * never decides a bit of an interval.
 *
 * @param every intervals from one evaluated policy to the next; 0 for no evaluation
 * @param episodes of each policy
 * @param policy how actions are chosen
 * @param stopWhen return at which the run ends, at the end of an interval; empty for none
 * @param patience evaluations without a better one after which the run ends; 0 for no limit
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
        EvaluationPolicy policy,

        @Setting(
                flag = "stop-when",
                defaultValue = "none",
                onResume = true,
                type = StopCondition.StopConditionType.class,
                help = "Ends the run early: 'return >= 475', the mean of the last 100 training episodes, or "
                        + "'eval >= 475', that of an evaluated policy; none: at --total-timesteps.")
        Optional<StopCondition> stopWhen,

        @Setting(
                flag = "patience",
                defaultValue = "0",
                onlyWith = "eval-every>0",
                otherwise = "0",
                range = "[0, inf)",
                onResume = true,
                remedy = "give the evaluations to wait for a better one, 10 for example, or 0",
                help = "Ends the run after N evaluations without a better one; 0: at --total-timesteps.")
        int patience) {
    /** Number of episodes of one policy in the HTS-RL paper. */
    public static final int DEFAULT_EPISODES = 10;

    private static final int MOST_EPISODES = 1_000_000;

    /** No evaluation. */
    public static final EvaluationConfig OFF = new EvaluationConfig(0, DEFAULT_EPISODES, EvaluationPolicy.GREEDY);

    /** Creates evaluations that end no run. */
    public EvaluationConfig(long every, int episodes, EvaluationPolicy policy) {
        this(every, episodes, policy, Optional.empty(), 0);
    }

    public boolean enabled() {
        return every > 0;
    }

    /** Adds what is wrong with these settings. */
    public void check(Violations violations) {
        RecordSettings.check(this, violations);
        checkEpisodes("--eval-episodes", episodes, violations);
        violations.check(
                enabled() || endsAt(Metric.EVAL).isEmpty(),
                "--stop-when",
                stopWhen.orElse(null),
                "needs evaluations",
                "give --eval-every 10 too, for example, or a condition on 'return'");
    }

    /** Returns the threshold of that metric which ends the run; empty if none exists. */
    Optional<Double> endsAt(Metric metric) {
        return stopWhen.filter(condition -> condition.metric() == metric).map(StopCondition::threshold);
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
