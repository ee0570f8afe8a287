package io.htsrl.core.math;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class VectorMathTest {
    private static final double[] SPECIAL = {
        0.0,
        -0.0,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        1e-300,
        Math.PI / 4,
        -Math.PI / 4,
        Math.PI / 2,
        Math.PI,
        3 * Math.PI / 2,
        1e6,
        -1e6,
        Math.nextUp(1e6),
        1e9,
        709.0,
        Math.nextUp(709.0),
        -708.0,
        Math.nextDown(-708.0),
        0.5,
        1.5,
        2.5,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MAX_VALUE
    };

    /** Special values among ordinary ones, so that vectors have both, and scales from 1e-8 to 1e6. */
    private static double[] arguments() {
        double[] arguments = new double[20_011];
        long bits = 1;
        for (int i = 0; i < arguments.length; i++) {
            bits = bits * 6364136223846793005L + 1442695040888963407L;
            arguments[i] = i % 64 < SPECIAL.length && i % 640 < 64
                    ? SPECIAL[i % 64]
                    : (bits >> 11) * 0x1p-52 * Math.pow(10, i % 15 - 8);
        }
        return arguments;
    }

    @Test
    void shouldHaveTheBitsOfTheScalarFunctions() {
        double[] x = arguments();
        double[] sin = new double[x.length];
        double[] cos = new double[x.length];
        double[] exp = new double[x.length];

        DeterministicMath.sinCos(x, sin, cos, 3, x.length);
        VectorMath.exp(x, exp, 3, x.length);

        check("sin", DeterministicMath::sin, x, sin);
        check("cos", DeterministicMath::cos, x, cos);
        check("exp", DeterministicMath::exp, x, exp);
    }

    @Test
    void shouldReplaceTheArgumentOfExp() {
        double[] x = arguments();
        double[] exp = x.clone();

        VectorMath.exp(exp, exp, 0, x.length);

        check("exp", DeterministicMath::exp, x, exp);
    }

    private static void check(String name, DoubleUnaryOperator oracle, double[] x, double[] values) {
        for (int i = 3; i < x.length; i++) {
            long expected = Double.doubleToLongBits(oracle.applyAsDouble(x[i]));
            assertEquals(expected, Double.doubleToLongBits(values[i]), name + "(" + x[i] + ")");
        }
    }
}
