package io.htsrl.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class DeterministicMathTest {

    @Property(tries = 20_000)
    void shouldAgreeWithStrictExp(@ForAll @DoubleRange(min = -700, max = 700) double x) {
        double expected = StrictMath.exp(x);
        assertTrue(Math.abs(DeterministicMath.exp(x) - expected) <= 1e-11 * expected, "exp " + x);
    }

    @Property(tries = 20_000)
    void shouldAgreeWithStrictLog(@ForAll @DoubleRange(min = 0, max = 1e300) double x) {
        double expected = StrictMath.log(x);
        assertTrue(DeterministicMath.log(x) == expected
                || Math.abs(DeterministicMath.log(x) - expected) <= 1e-11 * Math.abs(expected) + 1e-16, "log " + x);
    }

    @Property(tries = 20_000)
    void shouldAgreeWithStrictLogNearOne(@ForAll @DoubleRange(min = 0.4, max = 2.5) double x) {
        double expected = StrictMath.log(x);
        assertTrue(Math.abs(DeterministicMath.log(x) - expected) <= 1e-11 * Math.abs(expected) + 1e-16, "log " + x);
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
