package io.htsrl.determinism;

import io.htsrl.environments.OracleChain;
import java.util.Arrays;

/**
 * The exact values of {@link OracleChain}, from its Bellman equations: the oracle that learners are compared with.
 * Immutable. Values are those of the task without its time limit, which is what a learner arrives at that bootstraps
 * truncated episodes.
 *
 * <p>Source: Sutton and Barto, "Reinforcement Learning: An Introduction", 2nd edition (2018), equations 4.4 (values of
 * a policy, here solved as a linear system) and section 4.3 (policy iteration).
 */
final class OracleChainValues {
    private static final int N = OracleChain.STATES;

    private final double gamma;

    /**
     * @param gamma the discount in [0, 1]
     * @throws IllegalArgumentException when it is not
     */
    OracleChainValues(double gamma) {
        if (!(gamma >= 0 && gamma <= 1)) {
            throw new IllegalArgumentException("discount " + gamma + " must be in 0 .. 1");
        }
        this.gamma = gamma;
    }

    /**
     * The value of every state under a fixed policy: solves {@code (I - γP) v = r}. Every policy reaches an end with
     * probability 1, so the system has one solution even without discount.
     *
     * @param rightProbability the policy: in each of the {@link OracleChain#STATES} states, the probability of action 1
     * @throws IllegalArgumentException when it is no policy
     */
    double[] ofPolicy(double... rightProbability) {
        if (rightProbability.length != N || !Arrays.stream(rightProbability).allMatch(p -> p >= 0 && p <= 1)) {
            throw new IllegalArgumentException(
                    "policy " + Arrays.toString(rightProbability) + " must be " + N + " probabilities of action 1");
        }
        double[][] matrix = new double[N][N];
        double[] reward = new double[N];
        for (int s = 0; s < N; s++) {
            double right = goesRight(rightProbability[s]);
            reward[s] = (s == 0 ? (1 - right) * OracleChain.LEFT_REWARD : 0)
                    + (s == N - 1 ? right * OracleChain.RIGHT_REWARD : 0);
            matrix[s][s] = 1;
            if (s > 0) {
                matrix[s][s - 1] = -gamma * (1 - right);
            }
            if (s < N - 1) {
                matrix[s][s + 1] = -gamma * right;
            }
        }
        return solve(matrix, reward);
    }

    /** The values of the best policy, by policy iteration; exact, as policies are finitely many. */
    double[] optimal() {
        return ofPolicy(optimalPolicy());
    }

    /** The best policy: in each state the probability of action 1, either 0 or 1. */
    double[] optimalPolicy() {
        double[] policy = new double[N];
        for (int round = 0; round < 1 << N; round++) {
            if (!improve(policy)) {
                return policy;
            }
        }
        throw new IllegalStateException("policy iteration met more policies than there are");
    }

    /** Makes {@code policy} greedy for its own values; false when it already was. */
    private boolean improve(double[] policy) {
        double[][] q = actionValues(ofPolicy(policy));
        boolean changed = false;
        for (int s = 0; s < N; s++) {
            int current = (int) policy[s];
            // a margin keeps rounding from swapping equally good actions for ever
            if (q[s][1 - current] > q[s][current] + 1e-12) {
                policy[s] = 1 - current;
                changed = true;
            }
        }
        return changed;
    }

    /**
     * The value of each action, {@code [state][action]}, when {@code values} hold afterwards.
     *
     * @param values the value of each state, such as {@link #optimal()}
     */
    double[][] actionValues(double[] values) {
        double[][] q = new double[N][2];
        for (int s = 0; s < N; s++) {
            double left = s == 0 ? OracleChain.LEFT_REWARD : gamma * values[s - 1];
            double right = s == N - 1 ? OracleChain.RIGHT_REWARD : gamma * values[s + 1];
            for (int action = 0; action < 2; action++) {
                double p = goesRight(action);
                q[s][action] = p * right + (1 - p) * left;
            }
        }
        return q;
    }

    private static double goesRight(double rightProbability) {
        return rightProbability * (1 - OracleChain.SLIP) + (1 - rightProbability) * OracleChain.SLIP;
    }

    /** Gaussian elimination; the matrix is diagonally dominant, so it needs no pivoting. Overwrites both. */
    private static double[] solve(double[][] matrix, double[] right) {
        for (int k = 0; k < N; k++) {
            for (int i = k + 1; i < N; i++) {
                double factor = matrix[i][k] / matrix[k][k];
                for (int j = k; j < N; j++) {
                    matrix[i][j] -= factor * matrix[k][j];
                }
                right[i] -= factor * right[k];
            }
        }
        for (int k = N - 1; k >= 0; k--) {
            for (int j = k + 1; j < N; j++) {
                right[k] -= matrix[k][j] * right[j];
            }
            right[k] /= matrix[k][k];
        }
        return right;
    }
}
