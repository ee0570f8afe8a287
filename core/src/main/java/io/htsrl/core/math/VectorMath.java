package io.htsrl.core.math;

import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link DeterministicMath} over arrays, by the JDK's incubating vector module: each element has the bits that the
 * method of the same name gives. A class that uses it links only where {@code VectorModule} is present. Pure functions,
 * any thread; allocates nothing. No helper methods with vectors, and short ones without masks around them: the JIT compiler
 * would allocate those of calls that it does not inline, and it inlines a limited number of operations into one method.
 */
public final class VectorMath {
    /** The species of all vectors of doubles. */
    public static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;

    /** Added to |x| < 2^51, it leaves the integer nearest to x in the low bits, rounded like {@link Math#rint}. */
    private static final double ROUNDING = 0x1.8p52;

    private static final int SIGN_SHIFT = 62; // from the second bit of a quadrant to the sign
    private static final int EXPONENT_SHIFT = 52;
    private static final int EXPONENT_BIAS = 1023;

    private VectorMath() {}

    /** Writes sine and cosine of elements {@code from .. to} of {@code x} at the same indices of two other arrays. */
    public static void sinCos(double[] x, double[] sin, double[] cos, int from, int to) {
        int whole = from + SPECIES.loopBound(to - from);
        nearZero(x, sin, cos, from, whole);
        turn(x, sin, cos, from, whole);
        for (int i = from; i < whole; i++) {
            if (!(Math.abs(x[i]) <= DeterministicMath.GREATEST_ANGLE)) {
                scalarSinCos(x, sin, cos, i, i + 1);
            }
        }
        scalarSinCos(x, sin, cos, whole, to);
    }

    /**
     * Exchanges sines and cosines of remainders in odd quadrants and signs them, by bits, since masks of longs are slow.
     * No branch: values of angles that are too great, which nobody reads, are of no quadrant.
     */
    private static void turn(double[] x, double[] sin, double[] cos, int from, int to) {
        for (int i = from; i < to; i += SPECIES.length()) {
            LongVector quadrant = DoubleVector.fromArray(SPECIES, x, i)
                    .mul(DeterministicMath.TWO_OVER_PI)
                    .add(ROUNDING)
                    .reinterpretAsLongs();
            LongVector sine = DoubleVector.fromArray(SPECIES, sin, i).reinterpretAsLongs();
            LongVector cosine = DoubleVector.fromArray(SPECIES, cos, i).reinterpretAsLongs();
            LongVector exchange =
                    sine.lanewise(XOR, cosine).and(sine.broadcast(0).sub(quadrant.and(1)));
            LongVector sign = quadrant.and(2).lanewise(LSHL, SIGN_SHIFT);
            sine.lanewise(XOR, exchange)
                    .lanewise(XOR, sign)
                    .reinterpretAsDoubles()
                    .intoArray(sin, i);
            sign = quadrant.add(1).and(2).lanewise(LSHL, SIGN_SHIFT);
            cosine.lanewise(XOR, exchange)
                    .lanewise(XOR, sign)
                    .reinterpretAsDoubles()
                    .intoArray(cos, i);
        }
    }

    /** Writes sine and cosine of the remainders of quarter turns. */
    private static void nearZero(double[] x, double[] sin, double[] cos, int from, int to) {
        for (int i = from; i < to; i += SPECIES.length()) {
            DoubleVector angle = DoubleVector.fromArray(SPECIES, x, i);
            DoubleVector n = angle.mul(DeterministicMath.TWO_OVER_PI)
                    .add(ROUNDING)
                    .sub(ROUNDING)
                    .neg();
            DoubleVector r = n.fma(constant(DeterministicMath.HALF_PI_1), angle);
            r = n.fma(constant(DeterministicMath.HALF_PI_2), r);
            r = n.fma(constant(DeterministicMath.HALF_PI_3), r);
            DoubleVector s = r.mul(r);
            DoubleVector p = s.fma(constant(-1 / 1307674368000.0), constant(1 / 6227020800.0));
            p = s.fma(p, constant(-1 / 39916800.0));
            p = s.fma(p, constant(1 / 362880.0));
            p = s.fma(p, constant(-1 / 5040.0));
            p = s.fma(p, constant(1 / 120.0));
            p = s.fma(p, constant(-1 / 6.0));
            r.mul(s).fma(p, r).intoArray(sin, i);
            p = s.fma(constant(1 / 20922789888000.0), constant(-1 / 87178291200.0));
            p = s.fma(p, constant(1 / 479001600.0));
            p = s.fma(p, constant(-1 / 3628800.0));
            p = s.fma(p, constant(1 / 40320.0));
            p = s.fma(p, constant(-1 / 720.0));
            p = s.fma(p, constant(1 / 24.0));
            p = s.fma(p, constant(-0.5));
            s.fma(p, constant(1)).intoArray(cos, i);
        }
    }

    private static void scalarSinCos(double[] x, double[] sin, double[] cos, int from, int to) {
        for (int i = from; i < to; i++) {
            sin[i] = DeterministicMath.sin(x[i]);
            cos[i] = DeterministicMath.cos(x[i]);
        }
    }

    /** Writes e^x of elements {@code from .. to} of {@code source} at the same indices. */
    public static void exp(double[] source, double[] target, int from, int to) {
        int i = from;
        for (; i <= to - SPECIES.length(); i += SPECIES.length()) {
            DoubleVector x = DoubleVector.fromArray(SPECIES, source, i);
            DoubleVector shifted = x.mul(DeterministicMath.LOG2_E).add(ROUNDING);
            DoubleVector n = shifted.sub(ROUNDING).neg();
            DoubleVector r = n.fma(constant(DeterministicMath.LN2_HIGH), x);
            r = n.fma(constant(DeterministicMath.LN2_LOW), r);
            DoubleVector s = r.mul(r);
            DoubleVector even = s.fma(constant(1 / 40320.0), constant(1 / 720.0));
            even = s.fma(even, constant(1 / 24.0));
            even = s.fma(even, constant(0.5));
            even = s.fma(even, constant(1));
            DoubleVector odd = s.fma(constant(1 / 362880.0), constant(1 / 5040.0));
            odd = s.fma(odd, constant(1 / 120.0));
            odd = s.fma(odd, constant(1 / 6.0));
            odd = s.fma(odd, constant(1));
            DoubleVector scale = shifted.reinterpretAsLongs()
                    .add(EXPONENT_BIAS)
                    .lanewise(LSHL, EXPONENT_SHIFT)
                    .reinterpretAsDoubles();
            r.fma(odd, even)
                    .mul(scale)
                    .blend(Double.POSITIVE_INFINITY, x.compare(VectorOperators.GT, DeterministicMath.GREATEST_EXPONENT))
                    .blend(0, x.compare(VectorOperators.LT, DeterministicMath.LEAST_EXPONENT))
                    .intoArray(target, i);
        }
        for (; i < to; i++) {
            target[i] = DeterministicMath.exp(source[i]);
        }
    }

    private static DoubleVector constant(double value) {
        return DoubleVector.broadcast(SPECIES, value);
    }
}
