package io.htsrl.experiments.tune;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.experiments.tune.Tuning.MeasuringTimes;
import org.junit.jupiter.api.Test;

class MeasuringTimesTest {
    private final MeasuringTimes.WarmUp warmUp = new MeasuringTimes.WarmUp(new TimedRun.Window(0, 0, 1), 3, 10);

    @Test
    void shouldWarmUpForAWhileAndThenUntilRunsGetNoFaster() {
        assertTrue(warmUp.goesOn(2, 100, 100));
        assertTrue(warmUp.goesOn(4, 100, 120));
        assertFalse(warmUp.goesOn(4, 100, 105));
    }

    @Test
    void shouldNotWarmUpForEver() {
        assertFalse(warmUp.goesOn(10, 100, 200));
    }
}
