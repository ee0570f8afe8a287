package io.htsrl.policies.network;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;

/**
 * Settings of observation normalisation: each feature minus its running mean, divided by its running deviation, as in
 * CleanRL and Stable-Baselines3. Immutable.
 *
 * @param normObs whether observations are normalised
 * @param clipObs bound at which normalised values are clipped, on both sides
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

    /** Raw observations. */
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

    /** Returns the number of additional parameters for such observations. */
    long parameters(ObservationSpace frame) {
        return normObs ? 2L * frame.size() : 0;
    }

    /** Returns the text for files of learnt parameters: {@code none}, or the bound of the values. */
    public String description() {
        return normObs ? "clip " + clipObs : "none";
    }
}
