package io.htsrl.policies.kernel;

/**
 * {@link ParameterKernel} in plain Java: the reference of the bits, the fallback where {@code jdk.incubator.vector} is
 * absent, and the code for the elements behind the last whole vector.
 */
final class ScalarParameters implements ParameterKernel {

    @Override
    public double sumOfSquares(float[] x) {
        return finishSquares(x, 0, new double[SUMS]);
    }

    /**
     * Adds the elements from {@code from} on and returns the total of all sums.
     *
     * @param from a multiple of {@link #SUMS}
     * @param sums sums of the previous elements
     */
    static double finishSquares(float[] x, int from, double[] sums) {
        int whole = x.length - x.length % SUMS;
        for (int i = from; i < whole; i += SUMS) {
            for (int lane = 0; lane < SUMS; lane++) {
                double value = x[i + lane];
                sums[lane] += value * value;
            }
        }
        double total = 0;
        for (int i = whole; i < x.length; i++) {
            total += (double) x[i] * x[i];
        }
        for (double sum : sums) {
            total += sum;
        }
        return total;
    }

    @Override
    public boolean adam(
            AdamStep step, float[] parameters, float[] gradient, float[] first, float[] second, int from, int to) {
        float differences = 0;
        for (int i = from; i < to; i++) {
            float g = gradient[i] * step.scale();
            float m = step.keep1() * first[i] + step.take1() * g;
            m = Math.abs(m) < LEAST_MOMENT ? 0 : m;
            float v = step.keep2() * second[i] + step.take2() * (g * g);
            v = v < LEAST_SQUARE ? 0 : v;
            first[i] = m;
            second[i] = v;
            float root = (float) Math.sqrt(v) * step.rootCorrection() + step.epsilon();
            float p = parameters[i] * step.decay() - step.rate() * (m / root);
            parameters[i] = p;
            differences += p * 0; // 0 or -0 for a finite p, NaN for any other
        }
        return differences == 0;
    }

    @Override
    public boolean rmsProp(RmsPropStep step, float[] parameters, float[] gradient, float[] square, int from, int to) {
        float differences = 0;
        for (int i = from; i < to; i++) {
            float g = gradient[i] * step.scale();
            float v = step.keep() * square[i] + step.take() * (g * g);
            v = v < LEAST_SQUARE ? 0 : v;
            square[i] = v;
            float p = parameters[i] - step.rate() * (g / ((float) Math.sqrt(v) + step.epsilon()));
            parameters[i] = p;
            differences += p * 0;
        }
        return differences == 0;
    }
}
