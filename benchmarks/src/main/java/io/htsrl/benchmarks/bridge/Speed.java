package io.htsrl.benchmarks.bridge;

/**
 * Speed and cost of environment steps.
 *
 * @param stepsPerSecond steps per second of wall time
 * @param processorMicros microseconds of processor time of a step, of all processes together
 */
record Speed(double stepsPerSecond, double processorMicros) {
    private static final double MICROS = 1e6;

    static Speed of(long steps, double wallSeconds, double processorSeconds) {
        return new Speed(steps / wallSeconds, MICROS * processorSeconds / steps);
    }
}
