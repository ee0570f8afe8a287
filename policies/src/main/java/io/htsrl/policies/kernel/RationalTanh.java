package io.htsrl.policies.kernel;

/**
 * Function tanh in float by IEEE operations alone, so that every machine computes the same bits: with {@code a =
 * min(|x|, 8)}, {@code a * P(a^2) / Q(a^2)} and the sign of {@code x}. P and Q, both of degree 4, are a minimax fit of
 * the relative error on [0, 8] (iteratively reweighted linearised least squares in double: 6.5e-9), rounded to float.
 *
 * <p>Over all floats: within 3.4e-7 of tanh (6 units in the last place), odd, in [-1, 1]; zeros keep their sign,
 * infinities give the value at 8, NaN gives NaN. {@code VectorKernel} repeats these operations lane by lane. Stateless.
 */
public final class RationalTanh {
    /** Bound of the argument; tanh(8) is 1 - 2.3e-7. */
    static final float CLAMP = 8;

    static final float P1 = 0.13444506f;
    static final float P2 = 0.0035716065f;
    static final float P3 = 2.1894799e-05f;
    static final float P4 = 1.523061e-08f;
    static final float Q1 = 0.46777833f;
    static final float Q2 = 0.026164474f;
    static final float Q3 = 0.00034113057f;
    static final float Q4 = 8.5225247e-07f;

    private RationalTanh() {}

    /** Approximates tanh of {@code x}. */
    public static float tanh(float x) {
        float a = Math.abs(x);
        a = a > CLAMP ? CLAMP : a; // false for NaN, so the result is NaN
        float u = a * a;
        float p = Math.fma(u, P4, P3);
        p = Math.fma(p, u, P2);
        p = Math.fma(p, u, P1);
        p = Math.fma(p, u, 1);
        float q = Math.fma(u, Q4, Q3);
        q = Math.fma(q, u, Q2);
        q = Math.fma(q, u, Q1);
        q = Math.fma(q, u, 1);
        return Math.copySign(a * p / q, x);
    }
}
