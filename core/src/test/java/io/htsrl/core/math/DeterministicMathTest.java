package io.htsrl.core.math;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class DeterministicMathTest {

    @Property(tries = 2_000)
    void shouldAgreeWithStrictExp(@ForAll @DoubleRange(min = -700, max = 700) double x) {
        double expected = StrictMath.exp(x);
        assertTrue(Math.abs(DeterministicMath.exp(x) - expected) <= 1e-11 * expected, "exp " + x);
    }

    @Property(tries = 2_000)
    void shouldAgreeWithStrictLog(@ForAll @DoubleRange(min = 0, max = 1e300) double x) {
        double expected = StrictMath.log(x);
        assertTrue(
                DeterministicMath.log(x) == expected
                        || Math.abs(DeterministicMath.log(x) - expected) <= 1e-11 * Math.abs(expected) + 1e-16,
                "log " + x);
    }

    @Property(tries = 2_000)
    void shouldAgreeWithStrictLogNearOne(@ForAll @DoubleRange(min = 0.4, max = 2.5) double x) {
        double expected = StrictMath.log(x);
        assertTrue(Math.abs(DeterministicMath.log(x) - expected) <= 1e-11 * Math.abs(expected) + 1e-16, "log " + x);
    }

    @Property(tries = 2_000)
    void shouldAgreeWithStrictTanh(@ForAll @DoubleRange(min = -40, max = 40) double x) {
        for (double value : new double[] {x, x / 40, x * 1e-6}) {
            double expected = StrictMath.tanh(value);
            assertEquals(expected, DeterministicMath.tanh(value), 2e-11 * Math.abs(expected), "tanh " + value);
        }
    }

    @Property(tries = 2_000)
    void shouldAgreeWithStrictLog1p(@ForAll @DoubleRange(min = -0.99, max = 1000) double x) {
        for (double value : new double[] {x, x / 1000, x * 1e-9}) {
            double expected = StrictMath.log1p(value);
            assertEquals(expected, DeterministicMath.log1p(value), 2e-11 * Math.abs(expected), "log1p " + value);
        }
    }

    @Property(tries = 2_000)
    void shouldAgreeWithTheDefinitionOfSoftplus(@ForAll @DoubleRange(min = -700, max = 700) double x) {
        for (double value : new double[] {x, x / 100}) {
            double expected = value > 0
                    ? value + StrictMath.log1p(StrictMath.exp(-value))
                    : StrictMath.log1p(StrictMath.exp(value));
            assertEquals(expected, DeterministicMath.softplus(value), 2e-11 * expected, "softplus " + value);
        }
    }

    @Test
    void shouldBendAtTheEnds() {
        assertEquals(1, DeterministicMath.tanh(1000));
        assertEquals(-1, DeterministicMath.tanh(Double.NEGATIVE_INFINITY));
        assertEquals(0, DeterministicMath.tanh(0));
        assertTrue(Double.isNaN(DeterministicMath.tanh(Double.NaN)));
        assertEquals(Double.NEGATIVE_INFINITY, DeterministicMath.log1p(-1));
        assertTrue(Double.isNaN(DeterministicMath.log1p(-2)));
        assertTrue(Double.isNaN(DeterministicMath.log1p(Double.NaN)));
        assertEquals(1e4, DeterministicMath.softplus(1e4));
        assertEquals(0, DeterministicMath.softplus(-1e4));
        assertTrue(Double.isNaN(DeterministicMath.softplus(Double.NaN)));
    }

    @Property(tries = 5_000)
    void shouldAgreeWithStrictSineAndCosine(@ForAll @DoubleRange(min = -1000, max = 1000) double x) {
        for (double angle : new double[] {x, x / 500, x * 999}) {
            assertEquals(StrictMath.sin(angle), DeterministicMath.sin(angle), 3e-16, "sin " + angle);
            assertEquals(StrictMath.cos(angle), DeterministicMath.cos(angle), 3e-16, "cos " + angle);
        }
    }

    @Test
    void shouldTakeAnyAngle() {
        assertEquals(0, DeterministicMath.sin(0));
        assertEquals(1, DeterministicMath.cos(0));
        assertEquals(StrictMath.sin(1e9), DeterministicMath.sin(1e9));
        assertEquals(StrictMath.cos(-1e300), DeterministicMath.cos(-1e300));
        assertTrue(Double.isNaN(DeterministicMath.sin(Double.NaN)));
        assertTrue(Double.isNaN(DeterministicMath.cos(Double.POSITIVE_INFINITY)));
    }

    @Test
    void shouldBeExactWhereItMatters() {
        assertEquals(1, DeterministicMath.exp(0));
        assertEquals(0, DeterministicMath.log(1));
        assertEquals(0, DeterministicMath.exp(Double.NEGATIVE_INFINITY));
        assertEquals(Double.POSITIVE_INFINITY, DeterministicMath.exp(1000));
        assertEquals(Double.NEGATIVE_INFINITY, DeterministicMath.log(0));
        assertEquals(Double.POSITIVE_INFINITY, DeterministicMath.log(Double.POSITIVE_INFINITY));
        assertTrue(Double.isNaN(DeterministicMath.exp(Double.NaN)));
        assertTrue(Double.isNaN(DeterministicMath.log(Double.NaN)));
        assertTrue(Double.isNaN(DeterministicMath.log(-1)));
        assertEquals(StrictMath.log(Double.MIN_VALUE), DeterministicMath.log(Double.MIN_VALUE), 1e-9);
    }
}
