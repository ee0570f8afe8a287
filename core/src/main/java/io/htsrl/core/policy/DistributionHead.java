package io.htsrl.core.policy;

import io.htsrl.core.environment.ActionSpace;
import java.util.Arrays;

/** A head whose rows give a distribution with a density that can be differentiated: what policy gradients need. */
public interface DistributionHead extends ActionHead {

    /** Evaluates rows, for one thread. */
    ActionDistribution newDistribution();

    /** The usual one for such actions; a Gaussian begins with standard deviations of 1. */
    static DistributionHead of(ActionSpace actions) {
        if (actions instanceof ActionSpace.Continuous box) {
            return new DiagonalGaussian(box, 0, 1);
        }
        if (actions instanceof ActionSpace.MultiDiscrete choices) {
            return new MultiCategorical(choices.counts());
        }
        if (actions instanceof ActionSpace.MultiBinary switches) {
            int[] counts = new int[switches.count()];
            Arrays.fill(counts, 2);
            return new MultiCategorical(counts);
        }
        return new Categorical(((ActionSpace.Discrete) actions).count());
    }
}
