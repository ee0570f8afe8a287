package io.htsrl.learners.dqn;

import io.htsrl.core.settings.Setting;
import io.htsrl.replay.SequenceConfig;

/**
 * Settings of a policy with a memory that is learnt from replayed sequences, as R2D2 (Kapturowski et al. 2019). They
 * are named as in Acme.
 *
 * @param sequenceLength most steps of a sequence that are learnt from; 0 for single transitions
 * @param burnIn most steps before them that lead to their state
 * @param sequencePeriod steps between the starts of two sequences
 * @param eta η of a sequence's priority
 * @param valueRescaling whether values are learnt on another scale
 * @param retraceLambda λ of Retrace(λ) (Munos et al. 2016), over a sequence or the n steps of a transition; 0 for
 *     n-step targets
 */
public record SequenceSettings(
        @Setting(
                defaultValue = "80",
                onlyWith = "memory!=none",
                otherwise = "0",
                unit = "steps",
                range = "[1, 10000]",
                remedy = "give 80, for example",
                help = "Most steps of a replayed sequence that are learned from.")
        int sequenceLength,

        @Setting(
                defaultValue = "40",
                onlyWith = "memory!=none",
                otherwise = "0",
                unit = "steps",
                range = "[0, 10000]",
                remedy = "give 40, or 0 for none",
                help = "Most steps before a sequence that renew its state, without gradients.")
        int burnIn,

        @Setting(
                defaultValue = "40",
                onlyWith = "memory!=none",
                otherwise = "1",
                unit = "steps",
                range = "[1, 10000]",
                remedy = "give half of --sequence-length",
                help = "Steps between the starts of two sequences of an episode.")
        int sequencePeriod,

        @Setting(
                onFork = true,
                flag = "per-eta",
                defaultValue = "0.9",
                onlyWith = "memory!=none",
                otherwise = "0",
                range = "[0, 1]",
                remedy = "give 0.9, for example",
                help = "Share of the greatest TD error in a sequence's priority; the rest is their mean.")
        double eta,

        @Setting(
                onFork = true,
                defaultValue = "true",
                onlyWith = "memory!=none",
                otherwise = "false",
                help = "Learns values on R2D2's scale, about the square root.")
        boolean valueRescaling,

        @Setting(
                onFork = true,
                defaultValue = "0",
                range = "[0, 1]",
                remedy = "give 0.95, or 0 for n-step targets",
                help = "Lambda of Retrace targets; 0: n-step targets.")
        double retraceLambda) {

    /** Single transitions. */
    static final SequenceSettings NONE = new SequenceSettings(0, 0, 1, 0, false, 0);

    boolean areUsed() {
        return sequenceLength > 0;
    }

    /** Returns whether targets of single transitions go back over their steps. */
    boolean areWindows() {
        return !areUsed() && retraceLambda > 0;
    }

    SequenceConfig config(int stateSize, int nStep) {
        return areUsed()
                ? new SequenceConfig(sequenceLength, burnIn, sequencePeriod, stateSize)
                : areWindows() ? SequenceConfig.windows(nStep) : SequenceConfig.NONE;
    }

    /**
     * Returns the target of a successor of the learnt value {@code next}; a terminal state has none, whatever the
     * network returns for it.
     */
    double target(double reward, double discount, double next) {
        return scaled(reward + (discount == 0 ? 0 : discount * unscaled(next)));
    }

    /** Returns a return on the scale of learnt values. */
    double scaled(double value) {
        return valueRescaling ? ValueRescaling.scale(value) : value;
    }

    /** Returns a learnt value on the scale of returns. */
    double unscaled(double value) {
        return valueRescaling ? ValueRescaling.unscale(value) : value;
    }

    /** Returns the rows of a drawn transition or sequence, at most. */
    int rows(int nStep) {
        return areUsed() || areWindows() ? config(1, nStep).span(nStep) : 1;
    }
}
