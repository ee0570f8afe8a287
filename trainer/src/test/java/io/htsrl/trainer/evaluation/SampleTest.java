package io.htsrl.trainer.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SampleTest {
    private static final double[] VALUES = {4, 1, 3, 2};

    @Test
    void shouldGiveTheTextbookFigures() {
        assertEquals(2.5, Sample.mean(VALUES));
        assertEquals(Math.sqrt(5.0 / 3), Sample.standardDeviation(VALUES));
        assertEquals(2.5, Sample.median(VALUES));
        assertEquals(3, Sample.median(new double[] {5, 1, 3}));
    }

    @Test
    void shouldLeaveOutAQuarterAtEachEnd() {
        assertEquals(2.5, Sample.interquartileMean(VALUES));
        assertEquals(4.5, Sample.interquartileMean(new double[] {100, 3, 4, 5, 6, -7, 8, 1}));
        assertEquals(2, Sample.interquartileMean(new double[] {1, 2, 3})); // too few to leave one out
    }

    @Test
    void shouldInterpolateQuantilesAsNumPyDoes() {
        double[] sorted = {1, 2, 3, 4};
        assertEquals(1, Sample.quantile(sorted, 0));
        assertEquals(1.75, Sample.quantile(sorted, 0.25));
        assertEquals(4, Sample.quantile(sorted, 1));
    }

    @Test
    void shouldHaveNoFiguresOfNothing() {
        double[] nothing = {};
        assertTrue(Double.isNaN(Sample.mean(nothing)));
        assertTrue(Double.isNaN(Sample.median(nothing)));
        assertTrue(Double.isNaN(Sample.interquartileMean(nothing)));
        assertTrue(Double.isNaN(Sample.standardDeviation(new double[] {1})));
    }

    /** Of the six pairs three are above and one is equal. */
    @Test
    void shouldCountThePairsAbove() {
        assertEquals(3.5 / 6, Sample.probabilityAbove(new double[] {1, 3, 4}, new double[] {3, 2}));
        assertTrue(Double.isNaN(Sample.probabilityAbove(new double[] {}, new double[] {1})));
    }
}
