package io.htsrl.papers.convergence;

import io.htsrl.core.random.RandomStream;

/**
 * MDP with drawn transitions and rewards in [0, 1], whose softmax policy has a parameter for each state and action: its
 * return and gradient are solutions of linear systems. Episodes begin in a uniformly drawn state. Immutable.
 */
final class TabularMdp {
    private final int states;
    private final int actions;
    private final double discount;
    private final double[][][] transitions; // [state][action][next state]
    private final double[][] rewards;

    /** @param discount below 1 */
    TabularMdp(int states, int actions, double discount, RandomStream draws) {
        this.states = states;
        this.actions = actions;
        this.discount = discount;
        transitions = new double[states][actions][states];
        rewards = new double[states][actions];
        for (int s = 0; s < states; s++) {
            for (int a = 0; a < actions; a++) {
                double sum = 0;
                for (int next = 0; next < states; next++) {
                    transitions[s][a][next] = -Math.log(1 - draws.uniform(s * actions + a, next)); // Dirichlet(1)
                    sum += transitions[s][a][next];
                }
                for (int next = 0; next < states; next++) {
                    transitions[s][a][next] /= sum;
                }
                rewards[s][a] = draws.uniform(s * actions + a, states);
            }
        }
    }

    int parameters() {
        return states * actions;
    }

    /**
     * Returns the smoothness of the return in the parameters: Mei et al. 2020 (arXiv:2005.06392), Lemma 7, for rewards
     * in [0, 1].
     */
    double smoothness() {
        return 8 / Math.pow(1 - discount, 3);
    }

    /** Returns a bound of the squared norm of {@link At#sample}: (√2 / (1 - γ) · 1 / (1 - γ))². */
    double sampleBound() {
        return 2 / Math.pow(1 - discount, 4);
    }

    /** Returns the return of the best policy, by value iteration. */
    double best() {
        double[] values = new double[states];
        double change = 1;
        while (change > 1e-13) {
            double[] next = new double[states];
            change = 0;
            for (int s = 0; s < states; s++) {
                next[s] = Double.NEGATIVE_INFINITY;
                for (int a = 0; a < actions; a++) {
                    next[s] = Math.max(next[s], value(s, a, values));
                }
                change = Math.max(change, Math.abs(next[s] - values[s]));
            }
            values = next;
        }
        return mean(values);
    }

    private double value(int s, int a, double[] values) {
        double value = rewards[s][a];
        for (int next = 0; next < states; next++) {
            value += discount * transitions[s][a][next] * values[next];
        }
        return value;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** Returns what is known of the policy with these parameters, {@code [states][actions]} logits. */
    At at(double[] parameters) {
        return new At(parameters);
    }

    /** The policy of some parameters. */
    final class At {
        private final double[][] policy = new double[states][actions];
        private final double[] visits; // (1 - γ) Σ γ^t P(s_t = s)
        private final double[] values;

        private At(double[] parameters) {
            double[][] onward = new double[states][states]; // I - γ P
            double[][] backward = new double[states][states];
            double[] reward = new double[states];
            double[] start = new double[states];
            for (int s = 0; s < states; s++) {
                softmax(parameters, s);
                start[s] = (1 - discount) / states;
                onward[s][s]++;
                backward[s][s]++;
                for (int a = 0; a < actions; a++) {
                    reward[s] += policy[s][a] * rewards[s][a];
                    for (int next = 0; next < states; next++) {
                        onward[s][next] -= discount * policy[s][a] * transitions[s][a][next];
                        backward[next][s] -= discount * policy[s][a] * transitions[s][a][next];
                    }
                }
            }
            values = solve(onward, reward);
            visits = solve(backward, start);
        }

        private void softmax(double[] parameters, int s) {
            double sum = 0;
            for (int a = 0; a < actions; a++) {
                policy[s][a] = Math.exp(parameters[s * actions + a]);
                sum += policy[s][a];
            }
            for (int a = 0; a < actions; a++) {
                policy[s][a] /= sum;
            }
        }

        double expectedReturn() {
            return mean(values);
        }

        /** Returns the exact gradient of {@link #expectedReturn}: the policy gradient theorem. */
        double[] gradient() {
            double[] gradient = new double[parameters()];
            for (int s = 0; s < states; s++) {
                for (int a = 0; a < actions; a++) {
                    gradient[s * actions + a] =
                            visits[s] * policy[s][a] * (value(s, a, values) - values[s]) / (1 - discount);
                }
            }
            return gradient;
        }

        /** Returns an estimate of {@link #gradient} from one drawn state and action; its mean is the gradient. */
        double[] sample(double stateDraw, double actionDraw) {
            int s = drawn(visits, stateDraw);
            int a = drawn(policy[s], actionDraw);
            double advantage = (value(s, a, values) - values[s]) / (1 - discount);
            double[] sample = new double[parameters()];
            for (int other = 0; other < actions; other++) {
                sample[s * actions + other] = advantage * ((other == a ? 1 : 0) - policy[s][other]);
            }
            return sample;
        }
    }

    private static int drawn(double[] probabilities, double uniform) {
        double left = uniform;
        for (int i = 0; i < probabilities.length - 1; i++) {
            left -= probabilities[i];
            if (left < 0) {
                return i;
            }
        }
        return probabilities.length - 1;
    }

    /** Solves a diagonally dominant system; overwrites both. */
    private static double[] solve(double[][] matrix, double[] right) {
        int n = right.length;
        for (int pivot = 0; pivot < n; pivot++) {
            for (int row = pivot + 1; row < n; row++) {
                double factor = matrix[row][pivot] / matrix[pivot][pivot];
                for (int column = pivot; column < n; column++) {
                    matrix[row][column] -= factor * matrix[pivot][column];
                }
                right[row] -= factor * right[pivot];
            }
        }
        for (int row = n - 1; row >= 0; row--) {
            for (int column = row + 1; column < n; column++) {
                right[row] -= matrix[row][column] * right[column];
            }
            right[row] /= matrix[row][row];
        }
        return right;
    }
}
