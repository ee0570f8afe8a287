package io.htsrl.benchmarks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GemmPeakTest {

    /** No processor that ND4J runs on is outside of this, however busy it is. */
    @Test
    void shouldMeasureWhatAProcessorCanDo() throws Exception {
        double peak = GemmPeak.flopPerNanosecond(2);
        assertTrue(peak > 0.1 && peak < 20_000, "GFLOP/s: " + peak);
    }
}
