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
    /**
     * What returns are reported in, where the environment shapes its rewards, by clipping them for example; read only
     * of environments that are {@link EnvironmentSpec#scored}, as is {@link #continues}.
     */
    public double score;
    /** Whether the game goes on although the episode has ended for the learner: a life was lost. */
    public boolean continues;

    /** Assigns every field; the score is the reward. */
    public void set(double newReward, boolean newTerminated, boolean newTruncated) {
        reward = newReward;
        terminated = newTerminated;
        truncated = newTruncated;
        report(newReward, false);
    }

    /** After {@link #set}, where what is reported differs from what is learnt from. */
    public void report(double newScore, boolean newContinues) {
        score = newScore;
        continues = newContinues;
    }

    /** Whether the episode has ended, either way. */
    public boolean done() {
        return terminated || truncated;
    }
}
