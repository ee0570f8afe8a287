package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;

/**
 * Settings of hindsight experience replay (Andrychowicz et al. 2017), named as in Stable-Baselines3. Immutable.
 *
 * @param her whether drawn transitions get other desired goals
 * @param nSampledGoal k of the paper: transitions with another goal for each with its own, on average
 * @param goalSelectionStrategy steps whose achieved goals become desired goals
 */
public record HindsightConfig(
        @Setting(
                defaultValue = "false",
                help = "Hindsight (HER): draws transitions with goals that their episode achieved.")
        boolean her,

        @Setting(
                onFork = true,
                defaultValue = "4",
                onlyWith = "her=true",
                otherwise = "0",
                range = "[1, 1000]",
                remedy = "give 4, for example",
                help = "Transitions with another goal for each with its own, on average.")
        int nSampledGoal,

        @Setting(
                onFork = true,
                defaultValue = "future",
                onlyWith = "her=true",
                otherwise = "future",
                help = "Goals of the step and later (future), the last (final), or all (episode).")
        GoalSelectionStrategy goalSelectionStrategy) {

    /** Transitions with their own goals. */
    public static final HindsightConfig NONE = new HindsightConfig(false, 0, GoalSelectionStrategy.FUTURE);

    /** Steps of an episode, as far as the memory holds it, whose achieved goals are desired in hindsight. */
    public enum GoalSelectionStrategy {
        /** The step itself, or a later one. */
        FUTURE,
        /** The last one. */
        FINAL,
        /** Any. */
        EPISODE
    }

    /** Returns the probability that a transition is drawn with another goal: k / (k + 1). */
    double ratio() {
        return nSampledGoal / (nSampledGoal + 1.0);
    }

    /** Adds a violation for each wrong setting, and where they do not fit the memory. */
    public void check(int frameStack, SequenceConfig sequences, Violations violations) {
        if (!her) {
            return;
        }
        RecordSettings.check(this, violations);
        String other = frameStack > 1
                ? "--frame-stack"
                : sequences.isWindow() ? "--retrace-lambda" : sequences.areUsed() ? "--memory" : "";
        violations.check(
                other.isEmpty(),
                "--her",
                true,
                "is not for " + other + " in this version",
                "leave one of them out, or give --no-her");
    }

    /** Adds a violation where observations have no goals. */
    public void check(ObservationSpace observations, Violations violations) {
        violations.check(
                !her || observations.goals().isPresent(),
                "--her",
                true,
                "needs an environment with the parts achieved_goal and desired_goal of its observations, and with a"
                        + " reward that is known from them (GoalReward; of Python a distance_threshold)",
                "give --no-her, or choose such an environment, BitFlip-v0 for example");
    }
}
