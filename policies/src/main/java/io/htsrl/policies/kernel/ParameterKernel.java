package io.htsrl.policies.kernel;

/**
 * Arithmetic of optimisers on flat parameter vectors. Implementations give equal bits: each element is computed
 * separately, by the operations given here in this order, without fma; {@link #sumOfSquares} defines the order of its
 * sum. Stateless, any thread; nothing is allocated.
 */
public interface ParameterKernel {
    /** Number of interleaved sums of {@link #sumOfSquares}. */
    int SUMS = 8;

    /**
     * Bound below which first moments become 0. Those of a dead unit would otherwise decay to subnormal numbers, each
     * of which costs a hundred cycles at every step. A step by such a moment changes no parameter.
     */
    float LEAST_MOMENT = 0x1p-100f;

    /** Bound below which second moments become 0: their root is below the last bit of every epsilon from 1e-8 on. */
    float LEAST_SQUARE = 0x1p-120f;

    /**
     * Factors of one step of Adam (Kingma, Ba 2015, Algorithm 1) or AdamW.
     *
     * @param scale of the gradient, which is clipped by it
     * @param keep1 β_1
     * @param take1 1 - β_1
     * @param keep2 β_2
     * @param take2 1 - β_2
     * @param rate the learning rate over {@code 1 - β_1^t}
     * @param rootCorrection one over the root of {@code 1 - β_2^t}
     * @param epsilon added to the root
     * @param decay factor of the parameter: 1 without weight decay
     */
    record AdamStep(
            float scale,
            float keep1,
            float take1,
            float keep2,
            float take2,
            float rate,
            float rootCorrection,
            float epsilon,
            float decay) {}

    /**
     * Factors of one step of RMSprop.
     *
     * @param scale of the gradient, which is clipped by it
     * @param keep α
     * @param take 1 - α
     * @param rate the learning rate
     * @param epsilon added to the root
     */
    record RmsPropStep(float scale, float keep, float take, float rate, float epsilon) {}

    /**
     * Returns the sum of x², in double: element {@code i} of the first multiple of {@link #SUMS} is added to sum
     * {@code i % SUMS}, in order; then the rest are added up from 0, and after them the sums in their order.
     */
    double sumOfSquares(float[] x);

    /**
     * Makes one step of Adam. For {@code g = gradient[i] * scale}: {@code m = keep1 m + take1 g}, {@code v = keep2 v +
     * take2 (g g)}, both 0 where they are below {@link #LEAST_MOMENT} and {@link #LEAST_SQUARE}, {@code p = decay p -
     * rate (m / (sqrt(v) rootCorrection + epsilon))}, for elements {@code from} to below {@code to}.
     *
     * @param first holds m
     * @param second holds v
     * @return whether all p are finite
     */
    boolean adam(AdamStep step, float[] parameters, float[] gradient, float[] first, float[] second, int from, int to);

    /**
     * Makes one step of RMSprop. For {@code g = gradient[i] * scale}: {@code v = keep v + take (g g)}, 0 where it is
     * below {@link #LEAST_SQUARE}, {@code p -= rate (g / (sqrt(v) + epsilon))}, for elements {@code from} to below
     * {@code to}.
     *
     * @param square holds v
     * @return whether all p are finite
     */
    boolean rmsProp(RmsPropStep step, float[] parameters, float[] gradient, float[] square, int from, int to);
}
