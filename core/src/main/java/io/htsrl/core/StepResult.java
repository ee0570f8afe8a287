package io.htsrl.core;

/**
 * What a step gave besides its observation; owned and reused by the caller. An episode that reached a terminal state
 * is {@code terminated}; one that was cut off by a limit while the task went on is {@code truncated}, and its value
 * is bootstrapped from its last observation. Both may hold at once; then it counts as terminated.
 */
public final class StepResult {
    public double reward;
    public boolean terminated;
    public boolean truncated;

    /** Assigns every field. */
    public void set(double newReward, boolean newTerminated, boolean newTruncated) {
        reward = newReward;
        terminated = newTerminated;
        truncated = newTruncated;
    }

    /** Whether the episode has ended, either way. */
    public boolean done() {
        return terminated || truncated;
    }
}
