package io.htsrl.learners.trpo;

import java.util.Arrays;

/**
 * Conjugate gradients (Hestenes, Stiefel 1952) for {@code A x = b} with a symmetric positive definite A that is known
 * by its products. Starts from 0; in double, sums in index order. One thread; allocates nothing per solution.
 */
final class ConjugateGradient {
    /** Squared norm of the residual at which the solution is exact enough, as in sb3-contrib. */
    private static final double TOLERANCE = 1e-10;

    private final int iterations;
    private final double[] solution;
    private final double[] residual;
    private final double[] direction;
    private final double[] product;

    /** Writes {@code A vector}. */
    @FunctionalInterface
    interface Product {
        void multiply(double[] vector, double[] product);
    }

    ConjugateGradient(int size, int iterations) {
        this.iterations = iterations;
        this.solution = new double[size];
        this.residual = new double[size];
        this.direction = new double[size];
        this.product = new double[size];
    }

    /** Returns x; valid until the next call. */
    double[] solve(float[] b, Product matrix) {
        Arrays.fill(solution, 0);
        for (int i = 0; i < residual.length; i++) {
            residual[i] = b[i];
            direction[i] = b[i];
        }
        double square = dot(residual, residual);
        for (int iteration = 0; iteration < iterations && !(square < TOLERANCE); iteration++) {
            matrix.multiply(direction, product);
            double along = dot(direction, product);
            if (!(along > 0)) {
                break; // A is singular to rounding: the rest of b is not in its range
            }
            double step = square / along;
            for (int i = 0; i < solution.length; i++) {
                solution[i] += step * direction[i];
                residual[i] -= step * product[i];
            }
            double next = dot(residual, residual);
            double share = next / square;
            for (int i = 0; i < direction.length; i++) {
                direction[i] = residual[i] + share * direction[i];
            }
            square = next;
        }
        return solution;
    }

    /** Returns {@code xᵀ A x} of the last solution. */
    double curvature(Product matrix) {
        matrix.multiply(solution, product);
        return dot(solution, product);
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
