package io.htsrl.experiments.theory;

import java.util.Arrays;

/** How long threads take that share processor cores fairly, as an operating system lets them. Pure function. */
final class FairShare {
    private FairShare() {}

    /**
     * The time until the last one is done, when all begin together and each that is not done has an equal share of the
     * cores, of one core at most.
     *
     * @param work processor time of each; sorted by this call
     */
    static double elapsed(double[] work, int cores) {
        Arrays.sort(work);
        double elapsed = 0;
        double done = 0;
        for (int i = 0; i < work.length; i++) {
            double share = Math.min(1, cores / (double) (work.length - i));
            elapsed += (work[i] - done) / share;
            done = work[i];
        }
        return elapsed;
    }
}
