package io.htsrl.core.environment;

/**
 * Steps replicas of one environment together: their state is in arrays {@code [field][replica]}.
 * {@link Environment#batched} creates it over plain environments, and each step has the bits of their
 * {@link Environment#step}. Threads may call it at the same time for disjoint ranges. Allocates nothing.
 *
 * <p>Contract:
 *
 * <ol>
 *   <li>Plain environments hold the states between rollouts: {@link #load} copies them into the arrays, {@link #store}
 *       copies them back. Between the two calls the arrays hold the states.
 *   <li>Inside a rollout an episode begins with the plain environment's {@code reset}, followed by {@code load}. It is
 *       called after each step that ended the episode, as with {@link Environment}.
 *   <li>Observations are rows of floats; the environment is not {@linkplain EnvironmentSpec#scored scored} and can save
 *       its state.
 * </ol>
 */
public interface BatchedEnvironment {

    /**
     * Returns the number of steps of a run from which this is faster than the plain environments: before that the JIT
     * compiler takes more time than vectors save.
     */
    default long leastSteps() {
        return 0;
    }

    /** Copies the states of the plain environments {@code from .. to} into the arrays. */
    void load(int from, int to);

    /** Copies the states of replicas {@code from .. to} from the arrays into the plain environments. */
    void store(int from, int to);

    /**
     * Takes one step of each replica {@code from .. to}: writes the observation, the reward and the ending of each.
     *
     * @param rows the actions to take, and the rows to write; the first ones belong to replica {@code from}
     */
    void step(int from, int to, StepRows rows);
}
