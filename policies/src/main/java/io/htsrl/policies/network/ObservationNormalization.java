package io.htsrl.policies.network;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;

/**
 * Whether a network sees observations as they are, or feature by feature less their running mean and divided by their
 * running deviation, as CleanRL's and Stable-Baselines3's do. Immutable.
 *
 * @param normObs whether it is so
 * @param clipObs what the normalised values are clipped at, on both sides
 */
public record ObservationNormalization(
        @Setting(
                defaultValue = "false",
                onlyWith = "network=mlp",
                otherwise = "false",
                help = "Normalize observations by the running mean and variance of each feature; the statistics are "
                        + "part of the parameters.")
        boolean normObs,

        @Setting(
                defaultValue = "10",
                onlyWith = "norm-obs=true",
                otherwise = "10",
                range = "(0, inf)",
                remedy = "give 10, for example",
                help = "Normalized observations are clipped at this, on both sides.")
        double clipObs) {

    /** Observations as they are. */
    public static final ObservationNormalization NONE = new ObservationNormalization(false, 10);

    void check(Violations violations) {
        RecordSettings.check(this, violations);
    }

    void check(ObservationSpace frame, Violations violations) {
        violations.check(
                !normObs || frame.kind() == ObservationSpace.Kind.FLOAT32,
                "--norm-obs",
                normObs,
                "must be off for frames of bytes (" + frame + "), which networks read as fractions of 255",
                "remove it");
    }

    /** Parameters that come with it, of observations of such a kind. */
    long parameters(ObservationSpace frame) {
        return normObs ? 2L * frame.size() : 0;
    }

    /** For the files of learnt parameters: {@code none}, or what values are clipped at. */
    public String description() {
        return normObs ? "clip " + clipObs : "none";
    }
}
