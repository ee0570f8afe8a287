package io.htsrl.monitor.live.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CurvesTest {
    private final Curves curves = new Curves(false);

    private void add(double x, double y) {
        curves.add(Map.of("x", x, "y", y));
    }

    @Test
    void shouldKeepEveryRowOfAShortFile() {
        double[] expected = new double[Curves.BUCKETS];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = Math.sqrt(i) * (i % 3 - 1);
            add(i, expected[i]);
        }

        assertArrayEquals(expected, curves.all().values().get("y"));
    }

    @Test
    void shouldKeepEveryPeakOfALongFileInFewPoints() {
        int rows = 300_000;
        for (int i = 0; i < rows; i++) {
            add(i, i == 123_457 ? 1e6 : i == 123_460 ? -1e6 : i % 7);
        }
        double[] y = curves.all().values().get("y");
        double[] x = curves.all().values().get("x");

        assertTrue(y.length <= Curves.POINTS, y.length + " points");
        assertTrue(y.length > Curves.POINTS / 4, y.length + " points");
        assertEquals(1e6, Arrays.stream(y).max().orElseThrow());
        assertEquals(-1e6, Arrays.stream(y).min().orElseThrow());
        assertEquals(0, x[0]);
        assertEquals(rows - 1, x[x.length - 1]);
        for (int i = 1; i < x.length; i++) {
            assertTrue(x[i] > x[i - 1], "steps rise");
        }
    }

    @Test
    void shouldTellLeastAndGreatestInTheOrderInWhichTheyCame() {
        for (int i = 0; i < 2 * Curves.BUCKETS; i++) {
            add(i, i % 2 == 0 ? 5 : 1); // falls within each bucket
        }
        double[] y = curves.all().values().get("y");

        assertEquals(2 * Curves.BUCKETS, y.length);
        assertEquals(5, y[0]);
        assertEquals(1, y[1]);
    }

    @Test
    void shouldGiveAPageThatAddsUpChangesWhatThereIsInAll() {
        double[] page = new double[0];
        for (int i = 0; i < 5000; i++) {
            add(i, (i * 37 % 101) - 50);
            if (i % 13 == 0) {
                assertTrue(curves.changed());
                RunModel.CurvePoints changes = curves.changes();
                double[] y = changes.values().get("y");
                page = Arrays.copyOf(page, changes.from() + y.length);
                System.arraycopy(y, 0, page, changes.from(), y.length);
                assertArrayEquals(curves.all().values().get("y"), page);
                assertFalse(curves.changed());
            }
        }
    }

    @Test
    void shouldLeaveAGapWhereARowHasNoValue() {
        add(0, Double.NaN);
        curves.add(Map.of("x", 1.0, "z", 3.0));

        assertArrayEquals(
                new double[] {Double.NaN, Double.NaN}, curves.all().values().get("y"));
        assertArrayEquals(new double[] {Double.NaN, 3}, curves.all().values().get("z"));
    }
}
