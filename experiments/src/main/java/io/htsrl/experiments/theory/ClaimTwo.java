package io.htsrl.experiments.theory;

/**
 * Claim 2 of the paper: the expected lag of {@code async}, in updates, when n environments deliver at a rate λ each and
 * one learner consumes at a rate μ, both as Poisson processes. It is the expected length of an M/M/1 queue, {@code n r
 * / (1 - n r)} with {@code r = λ/μ}. Pure functions, any thread.
 *
 * <p>At {@code n r >= 1} the learner is slower than the environments, the queue grows without end and the lag is
 * infinite. A real system bounds its queue and makes the environments wait, so its lag is the bound.
 */
public final class ClaimTwo {
    private ClaimTwo() {}

    /**
     * @param environments n, at least 1
     * @param ratio r, one environment's rate over the learner's, both in rollouts per second; at least 0
     * @return the expected lag; infinite where {@code n r >= 1}
     */
    public static double expectedLag(int environments, double ratio) {
        double load = environments * ratio;
        return load < 1 ? load / (1 - load) : Double.POSITIVE_INFINITY;
    }
}
