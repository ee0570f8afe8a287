package io.htsrl.benchmarks.peers;

/**
 * Progress of a run towards a bar. Immutable.
 *
 * @param reachedBar whether the mean return reached the bar
 * @param mean mean return of the last 100 episodes; NaN if unknown
 * @param seconds seconds until then
 * @param steps environment steps until then
 */
record RunProgress(boolean reachedBar, double mean, double seconds, double steps) {

    /** Returns the progress of a run that was killed or failed. */
    static RunProgress unknown(double seconds) {
        return new RunProgress(false, Double.NaN, seconds, Double.NaN);
    }

    /** Returns the seconds to the bar; infinite if it was not reached. */
    double secondsToBar() {
        return reachedBar ? seconds : Double.POSITIVE_INFINITY;
    }

    /** Returns the steps to the bar; infinite if it was not reached. */
    double stepsToBar() {
        return reachedBar ? steps : Double.POSITIVE_INFINITY;
    }
}
