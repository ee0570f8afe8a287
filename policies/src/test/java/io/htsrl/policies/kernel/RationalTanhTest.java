package io.htsrl.policies.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RationalTanhTest {
    private static final double ABSOLUTE = 3.4e-7;
    /** Six units in the last place of values in [0.5, 1). */
    private static final double RELATIVE = 6 * 0x1p-24 / 0.5;

    private static void assertClose(float x) {
        double exact = StrictMath.tanh(x);
        double error = Math.abs(RationalTanh.tanh(x) - exact);
        assertTrue(error <= ABSOLUTE, () -> "absolute error " + error + " at " + x);
        // below the normal floats the last place is no longer relative
        assertTrue(error <= RELATIVE * Math.abs(exact) + Float.MIN_VALUE, () -> "relative error " + error + " at " + x);
    }

    @Test
    void shouldBeCloseToTanhOnASweepOfAllMagnitudes() {
        // every 1009th float from 0 to 32
        for (int bits = 0; bits <= Float.floatToRawIntBits(32); bits += 1009) {
            float x = Float.intBitsToFloat(bits);
            assertClose(x);
            assertTrue(RationalTanh.tanh(x) <= 1);
        }
    }

    @Property
    void shouldBeOddBoundedAndCloseForAnyFloat(@ForAll float x) {
        assertClose(x);
        assertEquals(-RationalTanh.tanh(x), RationalTanh.tanh(-x));
        assertTrue(Math.abs(RationalTanh.tanh(x)) <= 1);
    }

    @Test
    void shouldNeverFallByMoreThanItsError() {
        float highest = 0;
        for (int bits = Float.floatToRawIntBits(1e-3f); bits <= Float.floatToRawIntBits(9); bits += 101) {
            float y = RationalTanh.tanh(Float.intBitsToFloat(bits));
            assertTrue(y >= highest - 2 * ABSOLUTE);
            highest = Math.max(highest, y);
        }
    }

    @Test
    void shouldKeepZerosAndNaN() {
        assertEquals(0f, RationalTanh.tanh(0f));
        assertEquals(-0f, RationalTanh.tanh(-0f));
        assertTrue(Float.isNaN(RationalTanh.tanh(Float.NaN)));
    }

    @Test
    void shouldSaturateNearOne() {
        assertEquals(1, RationalTanh.tanh(Float.POSITIVE_INFINITY), 3e-7);
        assertEquals(-1, RationalTanh.tanh(Float.NEGATIVE_INFINITY), 3e-7);
        assertEquals(RationalTanh.tanh(8), RationalTanh.tanh(Float.MAX_VALUE));
    }
}
