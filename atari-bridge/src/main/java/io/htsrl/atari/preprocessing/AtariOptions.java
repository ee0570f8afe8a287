package io.htsrl.atari.preprocessing;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Options of an Atari game. Names and defaults are those of Gymnasium's {@code AtariPreprocessing}, of ALE's
 * {@code -v5} environments and so of Machado et al., "Revisiting the Arcade Learning Environment" (2018), in the
 * command line's spelling: {@code frame_skip} is {@code --env-option frame-skip=4}. Immutable.
 *
 * @param frameSkip frames that an action is held for; the rewards are summed, and the agent sees the brighter of the
 *     last two
 * @param repeatActionProbability sticky actions: the chance, in every frame, that the action of the frame before is
 *     held instead. Machado et al. 0.25; 0 for the {@code NoFrameskip-v4} environments
 * @param noopMax a game begins with 1 to this many frames of no-op, drawn evenly; 0 for none
 * @param terminalOnLifeLoss whether a lost life ends the episode for the learner, while the game continues
 * @param screenSize rows and columns of an observation
 * @param grayscaleObs whether observations are grey, {@code [size][size]}, or else RGB, {@code [size][size][3]}
 * @param clipRewards whether rewards are clipped to their sign; scores are not
 * @param fireReset whether FIRE is pressed at the beginning of each episode, in games that have it
 * @param fullActionSpace all 18 actions, as Machado et al. recommend, or those alone that do something different in the
 *     game
 * @param maxNumFramesPerEpisode number of frames after which a game is truncated, those of its start included; 0 for no
 *     limit. 108,000 are 30 minutes
 * @param mode the game's mode; empty for its default
 * @param difficulty the game's difficulty; empty for its default
 */
public record AtariOptions(
        int frameSkip,
        double repeatActionProbability,
        int noopMax,
        boolean terminalOnLifeLoss,
        int screenSize,
        boolean grayscaleObs,
        boolean clipRewards,
        boolean fireReset,
        boolean fullActionSpace,
        int maxNumFramesPerEpisode,
        OptionalInt mode,
        OptionalInt difficulty) {
    private static final int LARGEST_SCREEN = 160;
    private static final int MOST = 1_000_000;

    /** @throws ConfigurationException with all violations */
    public AtariOptions {
        long start = noopMax + (fireReset ? 2L * frameSkip : 0);
        new Violations()
                .check(
                        frameSkip >= 1 && frameSkip <= MOST,
                        "option frame-skip",
                        frameSkip,
                        "must be in 1 .. " + MOST,
                        "give the frames that an action is held for, 4 for example")
                .check(
                        repeatActionProbability >= 0 && repeatActionProbability < 1,
                        "option repeat-action-probability",
                        repeatActionProbability,
                        "must be at least 0 and less than 1",
                        "give 0.25 for sticky actions, 0 for none")
                .check(
                        noopMax >= 0 && noopMax <= MOST,
                        "option noop-max",
                        noopMax,
                        "must be in 0 .. " + MOST,
                        "give the most no-ops that a game begins with, 30 for example, or 0")
                .check(
                        screenSize >= 1 && screenSize <= LARGEST_SCREEN,
                        "option screen-size",
                        screenSize,
                        "must be in 1 .. " + LARGEST_SCREEN + ": screens are not enlarged",
                        "give 84, for example")
                .check(
                        maxNumFramesPerEpisode >= 0,
                        "option max-num-frames-per-episode",
                        maxNumFramesPerEpisode,
                        "must be at least 0",
                        "give 108000 for half an hour, or 0 for no limit")
                .check(
                        maxNumFramesPerEpisode <= 0 || maxNumFramesPerEpisode > start,
                        "option max-num-frames-per-episode",
                        maxNumFramesPerEpisode,
                        "must be more than the frames of a game's start (" + start + ")",
                        "raise it, or lower noop-max or frame-skip")
                .throwIfAny();
    }

    /**
     * Parses options by name, such as {@code noop-max}; missing ones have Gymnasium's defaults.
     *
     * @throws ConfigurationException with all violations, unknown names included
     */
    public static AtariOptions parse(Map<String, String> options) {
        Violations violations = new Violations();
        OptionReader from = new OptionReader(options, violations);
        AtariOptions read = null;
        ConfigurationException ranges = new ConfigurationException(new Violations());
        try {
            read = new AtariOptions(
                    from.integer("frame-skip", 4),
                    from.decimal("repeat-action-probability", 0.25),
                    from.integer("noop-max", 30),
                    from.choice("terminal-on-life-loss", false),
                    from.integer("screen-size", 84),
                    from.choice("grayscale-obs", true),
                    from.choice("clip-rewards", false),
                    from.choice("fire-reset", false),
                    from.choice("full-action-space", false),
                    from.integer("max-num-frames-per-episode", 108_000),
                    from.optional("mode"),
                    from.optional("difficulty"));
        } catch (ConfigurationException e) {
            ranges = e;
        }
        from.refuseRest();
        violations.addAll(ranges).throwIfAny();
        return read;
    }

    /**
     * Reads options by name and type. An invalid option becomes a violation and has its default. Each option is read
     * once; those left at the end are unknown. One thread.
     */
    private static final class OptionReader {
        private final Map<String, String> unread;
        private final Violations violations;
        private final StringBuilder known = new StringBuilder();

        OptionReader(Map<String, String> options, Violations violations) {
            this.unread = new TreeMap<>(options);
            this.violations = violations;
        }

        int integer(String name, int missing) {
            return optional(name).orElse(missing);
        }

        OptionalInt optional(String name) {
            String text = take(name);
            try {
                return text == null ? OptionalInt.empty() : OptionalInt.of(new BigDecimal(text).intValueExact());
            } catch (ArithmeticException | NumberFormatException e) {
                refuse(name, text, "must be a whole number of at most 2147483647", "give 4, for example");
                return OptionalInt.empty();
            }
        }

        double decimal(String name, double missing) {
            String text = take(name);
            try {
                return text == null ? missing : new BigDecimal(text).doubleValue();
            } catch (NumberFormatException e) {
                refuse(name, text, "must be a number", "give 0.25, for example");
                return missing;
            }
        }

        boolean choice(String name, boolean missing) {
            String text = take(name);
            if (text == null || text.equals("true") || text.equals("false")) {
                return text == null ? missing : text.equals("true");
            }
            refuse(name, text, "must be true or false", "give one of the two");
            return missing;
        }

        /** Refuses all options that were not read. */
        void refuseRest() {
            unread.forEach(
                    (name, text) -> refuse(name, text, "is not understood by Atari games", "choose one of " + known));
        }

        private String take(String name) {
            known.append(known.isEmpty() ? "" : ", ").append(name);
            return unread.remove(name);
        }

        private void refuse(String name, String text, String rule, String remedy) {
            violations.add("option " + name, text, rule, remedy);
        }
    }
}
