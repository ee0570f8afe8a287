package io.htsrl.experiments.tune.model;

/**
 * What a step costs, in seconds. Immutable.
 *
 * @param wall      that it takes, on average
 * @param processor of it, on a core of this machine
 * @param deviation of its time, as a share of the mean
 * @param processes that step environments outside of this one; 0: executors do
 * @param executor  an executor's own time for a step that another process takes
 */
public record StepCost(double wall, double processor, double deviation, int processes, double executor) {
    private static final double WAITS = 0.5;

    /** Of an environment that an executor steps. */
    public StepCost(double wall, double processor, double deviation) {
        this(wall, processor, deviation, 0, 0);
    }

    /** Whether its time is waited for rather than computed by the executor. */
    public boolean blocks() {
        return elsewhere() || processor < WAITS * wall;
    }

    /** Whether other processes take it. */
    public boolean elsewhere() {
        return processes > 0;
    }

    /** Processor time, here and elsewhere. */
    double allProcessor() {
        return processor + executor;
    }
}
