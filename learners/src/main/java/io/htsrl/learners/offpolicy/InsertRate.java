package io.htsrl.learners.offpolicy;

import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;

/**
 * How many transitions are drawn for what executors insert, where they insert by themselves: under {@code async}. Immutable.
 *
 * @param samplesPerInsert transitions drawn for each step remembered; 0 for what the algorithm's own settings say
 * @param rateTolerance    samples that inserts may be ahead by; 0 for those of four intervals
 */
@SettingGroup("Pipeline")
public record InsertRate(
        @Setting(
                usual = "0",
                onlyWith = "schedule=async",
                otherwise = "0",
                range = "[0, 1e6]",
                remedy = "give 8, or 0 for --utd x --batch-size",
                help =
                        "Transitions drawn from a replay memory for each step; 0: --utd x --batch-size x --learner-batches.")
        double samplesPerInsert,

        @Setting(
                usual = "0",
                onlyWith = "schedule=async",
                otherwise = "0",
                unit = "samples",
                range = "[0, inf)",
                remedy = "give 0 for those of four intervals",
                help = "How many samples inserts may be ahead by before executors wait; 0: those of four intervals.")
        long rateTolerance) {

    /** What the algorithm's own settings say. */
    static final InsertRate USUAL = new InsertRate(0, 0);
}
