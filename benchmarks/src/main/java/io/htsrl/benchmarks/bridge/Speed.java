package io.htsrl.benchmarks.bridge;

/**
 * What environment steps cost somebody.
 *
 * @param stepsPerSecond  of wall time
 * @param processorMicros processor time of all processes together, for a step
 */
record Speed(double stepsPerSecond, double processorMicros) {
    private static final double MICROS = 1e6;

    static Speed of(long steps, double wallSeconds, double processorSeconds) {
        return new Speed(steps / wallSeconds, MICROS * processorSeconds / steps);
    }
}
