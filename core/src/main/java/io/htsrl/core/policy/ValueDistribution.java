package io.htsrl.core.policy;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;

/**
 * Settings of the estimate of an action's return: its mean, or its distribution in {@code nAtoms} atoms. An implicit
 * distribution has none here: a learner draws them. Immutable.
 *
 * @param distributional kind of the atoms
 * @param nAtoms outputs of each action; 1 for a mean
 * @param vMin least return of the support; categorical only
 * @param vMax greatest return of the support; categorical only
 * @param implicit samples of an implicit distribution; null for none
 */
public record ValueDistribution(
        @Setting(
                defaultValue = "none",
                help = "What is learned of returns: none, means; categorical, C51's probabilities; quantile, QR-DQN's "
                        + "quantiles; implicit, IQN's.")
        Kind distributional,

        @Setting(
                defaultValue = "51",
                onlyWith = "distributional=categorical|quantile",
                otherwise = "1",
                range = "[2, 1000]",
                remedy = "give 51, for example",
                help = "Atoms per action.")
        int nAtoms,

        @Setting(
                defaultValue = "-10",
                onlyWith = "distributional=categorical",
                otherwise = "0",
                range = "[-1e9, 1e9]",
                remedy = "give the least discounted return, -10 for example",
                help = "Least discounted return.")
        double vMin,

        @Setting(
                defaultValue = "10",
                onlyWith = "distributional=categorical",
                otherwise = "0",
                range = "[-1e9, 1e9]",
                remedy = "give the greatest discounted return, 10 for example",
                help = "Greatest discounted return.")
        double vMax,

        ImplicitQuantiles implicit) {

    /** Only means. */
    public static final ValueDistribution NONE = new ValueDistribution(Kind.NONE, 1, 0, 0, null);

    public ValueDistribution {
        implicit = implicit == null ? ImplicitQuantiles.NONE : implicit;
    }

    /** Kind of the atoms. */
    public enum Kind {
        /** One atom: the mean itself. */
        NONE,
        /** Logits of returns at equal distances (Bellemare et al. 2017). */
        CATEGORICAL,
        /** Returns of equal probability (Dabney et al. 2018). */
        QUANTILE,
        /** Samples of the quantile function (Dabney et al. 2018, "Implicit Quantile Networks"). */
        IMPLICIT
    }

    /** Returns whether more than means are learnt. */
    public boolean isUsed() {
        return distributional != Kind.NONE;
    }

    /** Returns whether actors read atoms too; the rows that they read of an implicit distribution hold means. */
    public boolean hasAtoms() {
        return isUsed() && distributional != Kind.IMPLICIT;
    }

    /** Returns an implicit distribution with room for a learner's samples, as many atoms as its passes need at most. */
    public ValueDistribution sampled() {
        return new ValueDistribution(distributional, implicit.most(), 0, 0, implicit);
    }

    /** Returns the distance of two returns of the support. */
    public double distance() {
        return (vMax - vMin) / (nAtoms - 1);
    }

    /** Returns a return of the support. */
    public double support(int atom) {
        return vMin + atom * distance();
    }

    /** Adds the violations of a distribution that is used. */
    public void check(Violations violations) {
        if (!isUsed()) {
            return;
        }
        RecordSettings.check(hasAtoms() ? this : implicit, violations);
        violations.check(
                distributional != Kind.CATEGORICAL || vMin < vMax,
                "--v-min",
                vMin,
                "must be below --v-max (" + vMax + ")",
                "give the least and the greatest discounted return, -10 and 10 for example");
    }

    @Override
    public String toString() {
        return switch (distributional) {
            case NONE -> "means";
            case CATEGORICAL -> nAtoms + " probabilities from " + vMin + " to " + vMax;
            case QUANTILE -> nAtoms + " quantiles";
            case IMPLICIT -> "implicit quantiles";
        };
    }
}
