package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.replay.Ratio;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class BetaTest {
    private static ReplayRate.Plan pace(double beta0, long betaSteps) {
        return new ReplayRate.Plan(32, 1, true, beta0, betaSteps, 0, new Ratio(1, 1));
    }

    @Example
    void shouldRiseOverSoManySteps() {
        ReplayRate.Plan pace = pace(0.4, 1000);
        AnnealingHorizon shorter = AnnealingHorizon.of(3);

        assertEquals(0.4, pace.beta(0, 0, shorter));
        assertEquals(0.4 + (1 - 0.4) * 0.25, pace.beta(250, 1, shorter));
        assertEquals(1, pace.beta(1000, 2, shorter));
        assertEquals(1, pace.beta(5000, 9, shorter));
    }

    /** Not nearly: a quotient is rounded once. */
    @Property(tries = 300)
    void shouldHaveTheBitsOfARunOverWhichItRises(
            @ForAll @IntRange(min = 1, max = 100_000) int intervals,
            @ForAll @IntRange(min = 1, max = 100_000) int rows,
            @ForAll @IntRange(min = 0, max = 200_000) int interval) {
        AnnealingHorizon horizon = AnnealingHorizon.of(intervals);
        long steps = (long) interval * rows;

        assertEquals(
                pace(0.3, 0).beta(steps, interval, horizon),
                pace(0.3, (long) intervals * rows).beta(steps, interval, horizon));
    }
}
