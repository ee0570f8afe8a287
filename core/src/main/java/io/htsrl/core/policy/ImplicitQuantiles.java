package io.htsrl.core.policy;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;

/**
 * Settings of an implicit quantile network (Dabney et al. 2018, arXiv:1806.06923), named as in Dopamine. Immutable.
 *
 * @param numTauSamples N, fractions τ of a learnt return
 * @param numTauPrimeSamples N', fractions τ' of its target
 * @param numQuantileSamples K, fractions whose quantiles' mean is an action's value
 * @param quantileEmbeddingDim n, cosines of a fraction
 * @param quantileUnits units of the features ψ(x), the embedding φ(τ) and the hidden layer of f
 */
public record ImplicitQuantiles(
        @Setting(
                onFork = true,
                defaultValue = "64",
                onlyWith = "distributional=implicit",
                otherwise = "0",
                range = "[1, 1000]",
                remedy = "give 64, for example",
                help = "Fractions per learned return.")
        int numTauSamples,

        @Setting(
                onFork = true,
                defaultValue = "64",
                onlyWith = "distributional=implicit",
                otherwise = "0",
                range = "[1, 1000]",
                remedy = "give 64, for example",
                help = "Fractions per target.")
        int numTauPrimeSamples,

        @Setting(
                onFork = true,
                defaultValue = "32",
                onlyWith = "distributional=implicit",
                otherwise = "0",
                range = "[1, 1000]",
                remedy = "give 32, for example",
                help = "Fractions per value.")
        int numQuantileSamples,

        @Setting(
                defaultValue = "64",
                onlyWith = "distributional=implicit",
                otherwise = "0",
                range = "[1, 1000]",
                remedy = "give 64, for example",
                help = "Cosines per fraction.")
        int quantileEmbeddingDim,

        @Setting(
                defaultValue = "64",
                onlyWith = "distributional=implicit",
                otherwise = "0",
                range = "[1, 10000]",
                remedy = "give 64, or 512 for Atari",
                help = "Units of features and hidden layer.")
        int quantileUnits) {

    /** No implicit quantiles. */
    public static final ImplicitQuantiles NONE = new ImplicitQuantiles(0, 0, 0, 0, 0);

    public boolean areUsed() {
        return numTauSamples > 0;
    }

    /** Returns the most fractions of one pass over a row. */
    public int most() {
        return Math.max(numQuantileSamples, Math.max(numTauSamples, numTauPrimeSamples));
    }

    /** Returns the middle of the interval {@code i} of {@code count} equal ones in [0, 1]. */
    public static float midpoint(int i, int count) {
        return (float) ((i + 0.5) / count);
    }

    /** Adds a violation for each invalid setting. */
    public void check(Violations violations) {
        RecordSettings.check(this, violations);
    }
}
