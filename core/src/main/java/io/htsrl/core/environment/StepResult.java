package io.htsrl.core.environment;

/**
 * The result of a step besides its observation; the caller owns and reuses it. An episode that reached a terminal state
 * is {@code terminated}; one that a limit cut off is {@code truncated}, and its value is bootstrapped from its last
 * observation. If both hold, it counts as terminated.
 *
 * <p>The learner's reward and ending may be shaped: a clipped reward, a lost life that counts as an end. For reports,
 * {@code score} is the task's undiscounted reward, and {@code continues} says that the episode ended for the learner
 * alone: the next {@link Environment#reset} continues the same game. Both are read only if the environment is
 * {@link EnvironmentSpec#scored}.
 *
 * <p>A {@code lost} step has no result, because the environment died and was restarted: its episode counts as truncated
 * for reports, and learners skip the step. They also skip the steps of an agent that takes no part; these are lost
 * episodes of one step, which reports skip, too.
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

    /** Assigns every field for a step whose result is unknown. */
    public void setLost() {
        set(0, false, true);
        lost = true;
    }

    /** Assigns every field for a step of an agent that takes no part, see {@link Agents}. */
    public void setAbsent() {
        set(0, true, false);
        continues = true;
        lost = true;
    }

    /** Assigns the values for reports that differ from those for the learner; called after {@link #set}. */
    public void setScore(double newScore, boolean newContinues) {
        score = newScore;
        continues = newContinues;
    }

    /** Returns whether the episode has ended, terminated or truncated. */
    public boolean done() {
        return terminated || truncated;
    }
}
