package io.htsrl.learners.offpolicy;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.Auto;
import io.htsrl.core.settings.Lookup;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.replay.HindsightConfig;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.selectors.Sampler;
import io.htsrl.replay.selectors.SelectionConfig;
import java.util.List;

/**
 * Settings of the draws from a replay memory, named as in Reverb.
 *
 * @param betaSteps environment steps, over all replicas, in which β rises to 1; 0 for the whole run
 * @param sampler rule that chooses transitions
 * @param maxTimesSampled maximum number of draws of a transition; 0 for no limit
 * @param hindsight goals of the transitions
 */
public record DrawSettings(
        @Setting(
                onFork = true,
                flag = "per-beta-steps",
                defaultValue = "0",
                range = "[0, inf)",
                remedy = "give 1e6, for example, or 0 for the whole run",
                onlyWith = "per-alpha>0",
                otherwise = "0",
                help = "Environment steps, over all replicas, over which --per-beta rises to 1; 0: the whole run.")
        long betaSteps,

        @Setting(
                flag = "replay-sampler",
                auto = DefaultSampler.class,
                help = "Draws prioritized, uniform, fifo (the oldest), lifo "
                        + "(the newest), max-heap or min-heap (the greatest or least priority); auto: "
                        + "prioritized with a --per-alpha above 0, else uniform.")
        Sampler sampler,

        @Setting(
                defaultValue = "0",
                range = "[0, inf)",
                remedy = "give 1, or 0 for no limit",
                help = "Most draws of a transition; 0: no limit.")
        int maxTimesSampled,

        HindsightConfig hindsight) {

    /** Default of {@code --replay-sampler}: prioritized with a {@code --per-alpha} above 0, else uniform. */
    static final class DefaultSampler implements Auto {
        @Override
        public Object value(Lookup settings) {
            return Sampler.defaultValue(settings.<Double>get("per-alpha"));
        }
    }

    /** Returns the default settings for this exponent of the priorities. */
    static DrawSettings defaultValue(double alpha) {
        return new DrawSettings(0, Sampler.defaultValue(alpha), 0, HindsightConfig.NONE);
    }

    SelectionConfig table() {
        return new SelectionConfig(sampler, maxTimesSampled);
    }

    /**
     * Adds a violation for each invalid setting.
     *
     * @param rows transitions of a full memory that can be drawn, at least
     */
    void check(ReplaySettings replay, PipelineConfig pipeline, long rows, Violations violations) {
        RecordSettings.check(this, violations);
        if (maxTimesSampled < 0) {
            return;
        }
        table().check(replay.alpha(), violations);
        if (table().isUsual()) {
            return;
        }
        String who = sampler.byChance() ? "--max-times-sampled above 0" : "this --replay-sampler";
        violations
                .check(
                        replay.shards() == 1,
                        "--replay-shards",
                        replay.shards(),
                        "must be 1 with " + who + ", for what is drawn decides what can be drawn next",
                        "leave it out")
                .check(
                        pipeline.async() == null,
                        "--schedule",
                        pipeline.schedule(),
                        "must be hts, sync or serial with " + who + ", for which a memory has one thread",
                        "choose --schedule hts")
                .check(
                        maxTimesSampled == 0 || replay.rows() <= maxTimesSampled * rows,
                        "--max-times-sampled",
                        maxTimesSampled,
                        "must be such that a full memory has the " + replay.rows()
                                + " rows of an update, and it may have " + maxTimesSampled * rows,
                        "give a higher --buffer-size or a lower --batch-size");
    }

    /** Returns warnings about costly settings, without the final full stop. */
    List<String> advice(int rows, Ratio utd) {
        if (maxTimesSampled == 0) {
            return sampler.byChance() || rows == 1
                    ? List.of()
                    : List.of(
                            "every row of a batch is one transition, the first by --replay-sampler, while"
                                    + " --max-times-sampled is 0 (Reverb's rule); give --max-times-sampled 1 for different ones");
        }
        double asked = utd.value() * rows;
        return asked <= maxTimesSampled
                ? List.of()
                : List.of("updates will wait for transitions: --utd " + utd + " draws each " + asked
                        + " times, and --max-times-sampled allows " + maxTimesSampled + "; lower --utd");
    }
}
