package io.htsrl.trainer.selfplay;

import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import java.util.Locale;

/**
 * Settings of the opponents, which play the other seats of a game. Immutable.
 *
 * @param opponents rule by which an episode's opponents are drawn
 * @param every intervals from one member of the pool to the next
 */
@SettingGroup("Run")
public record OpponentConfig(
        @Setting(
                defaultValue = "none",
                help =
                        "Past policies that play all seats but one: latest, uniform, or pfsp: those that win more often; "
                                + "none: all seats learn.")
        Rule opponents,

        @Setting(
                flag = "opponent-every",
                defaultValue = "10",
                onlyWith = "opponents!=none",
                otherwise = "10",
                unit = "intervals",
                range = "[1, inf)",
                remedy = "give 10, for example",
                help = "Intervals between two past policies; 32 are kept, mostly recent ones.")
        long every) {

    /** Rule by which an episode's opponents are drawn. */
    public enum Rule {
        /** No opponents exist: all seats learn. */
        NONE,
        /** The newest member. */
        LATEST,
        /** Any member. */
        UNIFORM,
        /** A member with weight {@code (1 - p)^2} for the probability p to win against it (Vinyals et al. 2019). */
        PFSP;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** All seats learn. */
    public static final OpponentConfig NONE = new OpponentConfig(Rule.NONE, 10);

    public boolean enabled() {
        return opponents != Rule.NONE;
    }

    /** Returns the number of past policies that a pool has after so many intervals. */
    public int members(long intervals) {
        return !enabled() ? 0 : opponents == Rule.LATEST ? 1 : (int) Math.min(OpponentPool.MOST, 1 + intervals / every);
    }
}
