package io.htsrl.core.math;

/**
 * Elementary functions from IEEE {@code + - * /} and fma alone, in a fixed order: the same bits on every JVM and
 * processor, faster than {@link StrictMath}, and without the allocation of its sine and cosine on Java 21 and later.
 * Relative error of exp, log, log1p, softplus and tanh below 2e-11, absolute error of sin and cos below 3e-16. Pure
 * functions, any thread.
 */
public final class DeterministicMath {
    static final double LOG2_E = 1.4426950408889634;
    /** The upper 33 bits of ln 2, so that {@code n * LN2_HIGH} is exact for |n| < 2^20; then the rest. */
    static final double LN2_HIGH = 0x1.62e42feep-1;

    static final double LN2_LOW = 1.9082149292705877e-10;
    private static final double SQRT_HALF = 0.70710678118654752;
    /** π/2 in three parts of 53 bits: with fma, {@code x - nπ/2} is good to the last bit for |n| < 2^20. */
    static final double HALF_PI_1 = 0x1.921fb54442d18p0;

    static final double HALF_PI_2 = 0x1.1a62633145c07p-54;
    static final double HALF_PI_3 = -0x1.f1976b7ed8fbcp-110;
    static final double TWO_OVER_PI = 0.63661977236758134;
    static final double GREATEST_ANGLE = 1e6;
    static final double GREATEST_EXPONENT = 709.0;
    static final double LEAST_EXPONENT = -708.0;
    /** Bounds of the series for log1p; between them it needs no logarithm. */
    private static final double LEAST_SERIES = -0.29;

    private static final double GREATEST_SERIES = 0.41;
    private static final double HALF = 0.5;
    /** Added to |x| < 2^51 and subtracted, it rounds like {@link Math#rint}, which loops are not vectorised with. */
    private static final double ROUNDING = 0x1.8p52;

    private DeterministicMath() {}

    /** Returns e^x: 0 below x = -708 and infinite above 709; NaN for NaN. */
    public static double exp(double x) {
        if (x > GREATEST_EXPONENT) {
            return Double.POSITIVE_INFINITY;
        }
        if (x < LEAST_EXPONENT) {
            return 0;
        }
        double n = Math.rint(x * LOG2_E);
        double r = Math.fma(-n, LN2_LOW, Math.fma(-n, LN2_HIGH, x));
        // Taylor's series on |r| <= ln 2 / 2, even and odd part side by side; the rest is below 7e-12
        double s = r * r;
        double even = Math.fma(s, Math.fma(s, Math.fma(s, Math.fma(s, 1 / 40320.0, 1 / 720.0), 1 / 24.0), 0.5), 1);
        double odd =
                Math.fma(s, Math.fma(s, Math.fma(s, Math.fma(s, 1 / 362880.0, 1 / 5040.0), 1 / 120.0), 1 / 6.0), 1);
        double scale = Double.longBitsToDouble(((long) n + 1023) << 52);
        return Math.fma(r, odd, even) * scale;
    }

    /** Returns the natural logarithm of a positive number; minus infinity for 0, NaN for negative numbers and NaN. */
    public static double log(double x) {
        if (!(x >= Double.MIN_NORMAL) || x == Double.POSITIVE_INFINITY) {
            return outsideNormalRange(x);
        }
        long bits = Double.doubleToRawLongBits(x);
        int exponent = (int) (bits >>> 52) - 1022;
        double m = Double.longBitsToDouble((bits & 0x000F_FFFF_FFFF_FFFFL) | 0x3FE0_0000_0000_0000L);
        if (m < SQRT_HALF) {
            m *= 2;
            exponent--;
        }
        // ln m = 2 artanh((m - 1) / (m + 1)), |z| <= 0.1716
        double z = (m - 1) / (m + 1);
        return Math.fma(exponent, LN2_HIGH, Math.fma(exponent, LN2_LOW, 2 * z * artanhSeries(z * z)));
    }

    /** Returns artanh(z) / z as a series in s = z² <= 0.0295; the rest is below 3e-13. */
    private static double artanhSeries(double s) {
        return Math.fma(
                s,
                Math.fma(
                        s,
                        Math.fma(
                                s,
                                Math.fma(s, Math.fma(s, Math.fma(s, 1 / 13.0, 1 / 11.0), 1 / 9.0), 1 / 7.0),
                                1 / 5.0),
                        1 / 3.0),
                1);
    }

    /** Returns ln(1 + x), accurate near 0 too; minus infinity for -1, NaN below. */
    public static double log1p(double x) {
        if (x > LEAST_SERIES && x < GREATEST_SERIES) {
            double z = x / (2 + x); // within 0.1716
            return 2 * z * artanhSeries(z * z);
        }
        return log(1 + x);
    }

    /** Returns ln(1 + e^x), without overflow: x for large x, e^x for very negative ones. */
    public static double softplus(double x) {
        return Math.max(x, 0) + log1p(exp(-Math.abs(x)));
    }

    /** Returns the hyperbolic tangent. */
    public static double tanh(double x) {
        double size = Math.abs(x);
        if (size < HALF) {
            double s = x * x; // Lambert's continued fraction; the rest is below 1e-13 of it
            return x / (1 + s / (3 + s / (5 + s / (7 + s / (9 + s / 11)))));
        }
        return Math.copySign(1 - 2 / (exp(2 * size) + 1), x);
    }

    /** Returns the sine of an angle in radians; {@link StrictMath} computes it beyond 1e6. */
    public static double sin(double x) {
        if (!(Math.abs(x) <= GREATEST_ANGLE)) {
            return StrictMath.sin(x);
        }
        double n = Math.rint(x * TWO_OVER_PI);
        return quadrant(reduce(x, n), (int) n);
    }

    /** Returns the cosine of an angle in radians; {@link StrictMath} computes it beyond 1e6. */
    public static double cos(double x) {
        if (!(Math.abs(x) <= GREATEST_ANGLE)) {
            return StrictMath.cos(x);
        }
        double n = Math.rint(x * TWO_OVER_PI);
        return quadrant(reduce(x, n), (int) n + 1);
    }

    /**
     * Writes {@link #sin} and {@link #cos} of elements {@code from .. to} of {@code x} at the same indices of two other
     * arrays, in loops that the JIT compiler turns into vectors: as one loop they are too long for it, and vectors of
     * the JDK's incubating module it leaves on the heap now and then.
     */
    public static void sinCos(double[] x, double[] sin, double[] cos, int from, int to) {
        for (int i = from; i < to; i++) {
            double r = reduce(x[i], x[i] * TWO_OVER_PI + ROUNDING - ROUNDING);
            sin[i] = sinNearZero(r);
            cos[i] = cosNearZero(r);
        }
        turn(x, sin, cos, from, to);
        for (int i = from; i < to; i++) {
            if (!(Math.abs(x[i]) <= GREATEST_ANGLE)) {
                sin[i] = StrictMath.sin(x[i]);
                cos[i] = StrictMath.cos(x[i]);
            }
        }
    }

    /**
     * Turns points by n quarters of the circle, n = 2 m + d and m = 2 k + f with halves rounded to even: the cosine of
     * the quarters is 0 or ±1, their sine d. One term of each sum is ±0 and the other is not, so the sums have the bits
     * of an exchange and of signs. Sines near zero are 0 only where x is: no double is a multiple of π/2.
     */
    private static void turn(double[] x, double[] sin, double[] cos, int from, int to) {
        for (int i = from; i < to; i++) {
            double n = x[i] * TWO_OVER_PI + ROUNDING - ROUNDING;
            double m = n * HALF + ROUNDING - ROUNDING;
            double d = n - 2 * m;
            double f = m - 2 * (m * HALF + ROUNDING - ROUNDING);
            double cosineOfTurn = (1 - d * d) * (1 - 2 * f * f);
            double s = sin[i];
            double c = cos[i];
            sin[i] = s * cosineOfTurn + c * d;
            cos[i] = c * cosineOfTurn - s * d;
        }
    }

    private static double reduce(double x, double n) {
        return Math.fma(-n, HALF_PI_3, Math.fma(-n, HALF_PI_2, Math.fma(-n, HALF_PI_1, x)));
    }

    /** Returns sin(r + quadrant π/2) for |r| <= π/4. */
    private static double quadrant(double r, int quadrant) {
        double value = (quadrant & 1) == 0 ? sinNearZero(r) : cosNearZero(r);
        return (quadrant & 2) == 0 ? value : -value;
    }

    /** Taylor's series; the rest is below 5e-17. */
    private static double sinNearZero(double r) {
        double s = r * r;
        double p = Math.fma(s, -1 / 1307674368000.0, 1 / 6227020800.0);
        p = Math.fma(s, p, -1 / 39916800.0);
        p = Math.fma(s, p, 1 / 362880.0);
        p = Math.fma(s, p, -1 / 5040.0);
        p = Math.fma(s, p, 1 / 120.0);
        p = Math.fma(s, p, -1 / 6.0);
        return Math.fma(r * s, p, r);
    }

    /** Taylor's series; the rest is below 3e-18. */
    private static double cosNearZero(double r) {
        double s = r * r;
        double p = Math.fma(s, 1 / 20922789888000.0, -1 / 87178291200.0);
        p = Math.fma(s, p, 1 / 479001600.0);
        p = Math.fma(s, p, -1 / 3628800.0);
        p = Math.fma(s, p, 1 / 40320.0);
        p = Math.fma(s, p, -1 / 720.0);
        p = Math.fma(s, p, 1 / 24.0);
        p = Math.fma(s, p, -0.5);
        return Math.fma(s, p, 1);
    }

    private static double outsideNormalRange(double x) {
        if (x == Double.POSITIVE_INFINITY) {
            return x;
        }
        if (x > 0) {
            return log(x * 0x1p54) - 54 * 0.69314718055994531;
        }
        return x == 0 ? Double.NEGATIVE_INFINITY : Double.NaN;
    }
}
