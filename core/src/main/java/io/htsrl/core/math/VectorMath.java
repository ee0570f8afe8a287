package io.htsrl.core.math;

import static jdk.incubator.vector.VectorOperators.LSHL;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Exponentials of arrays, by the JDK's incubating vector module: each element has the bits of
 * {@link DeterministicMath#exp}. Links only where {@code VectorModule} is present. Pure functions, any thread;
 * allocates nothing.
 */
public final class VectorMath {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;

    /** Added to |x| < 2^51, it leaves the integer nearest to x in the low bits, rounded like {@link Math#rint}. */
    private static final double ROUNDING = 0x1.8p52;

    private static final int EXPONENT_SHIFT = 52;
    private static final int EXPONENT_BIAS = 1023;

    private VectorMath() {}

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
