package io.htsrl.core.environment;

/**
 * What a step gave besides its observation; owned and reused by the caller. An episode that reached a terminal state
 * is {@code terminated}; one that was cut off by a limit while the task went on is {@code truncated}, and its value
 * is bootstrapped from its last observation. Both may hold at once; then it counts as terminated.
 *
 * <p>What is learnt from may be shaped: a clipped reward, a lost life that counts as an end. For reports,
 * {@code score} is the task's own undiscounted reward, and {@code continues} says that the episode ended for the
 * learner alone: the next {@link Environment#reset} goes on with the same game. Both are read only of environments that
 * are {@link EnvironmentSpec#scored}.
 *
 * <p>A {@code lost} step has no result, because the environment died in it and was started again: its episode counts as
 * truncated for reports, and learners leave the step out.
 */
public final class StepResult {
    public double reward;
    public boolean terminated;
    public boolean truncated;
    public double score;
    public boolean continues;
    public boolean lost;

    /** Assigns every field: the score is the reward, an end is one of the task, and the step was not lost. */
    public void set(double newReward, boolean newTerminated, boolean newTruncated) {
        reward = newReward;
        terminated = newTerminated;
        truncated = newTruncated;
        setScore(newReward, false);
        lost = false;
    }

    /** Assigns every field for a step whose result nobody knows. */
    public void setLost() {
        set(0, false, true);
        lost = true;
    }

    /** Assigns what is reported where it differs from what is learnt from; after {@link #set}. */
    public void setScore(double newScore, boolean newContinues) {
        score = newScore;
        continues = newContinues;
    }

    /** Whether the episode has ended, either way. */
    public boolean done() {
        return terminated || truncated;
    }
}
