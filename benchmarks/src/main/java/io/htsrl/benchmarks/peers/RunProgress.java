package io.htsrl.benchmarks.peers;

/**
 * How far a run came. Immutable.
 *
 * @param bar     whether the mean return that was wanted was there
 * @param mean    return of the last 100 episodes; NaN where that is not known
 * @param seconds until then
 * @param steps   until then
 */
record RunProgress(boolean bar, double mean, double seconds, double steps) {

    /** Nothing is known of it: it was killed, or failed. */
    static RunProgress nothing(double seconds) {
        return new RunProgress(false, Double.NaN, seconds, Double.NaN);
    }

    /** Seconds to the bar; infinite where it was not reached. */
    double secondsToBar() {
        return bar ? seconds : Double.POSITIVE_INFINITY;
    }

    /** Steps to the bar; infinite where it was not reached. */
    double stepsToBar() {
        return bar ? steps : Double.POSITIVE_INFINITY;
    }
}
