package io.htsrl.benchmarks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GemmPeakTest {

    /** The bounds hold for every processor, however busy it is. */
    @Test
    void shouldMeasureAPeakWithinBounds() throws Exception {
        double peak = GemmPeak.flopPerNanosecond(2);
        assertTrue(peak > 0.1 && peak < 20_000, "GFLOP/s: " + peak);
    }
}
