package io.htsrl.core.time;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class AnnealingHorizonTest {
    /** Planned for 20, given 40 at 12, and 60 at 30. */
    private final AnnealingHorizon horizon = new AnnealingHorizon(
            60, List.of(new AnnealingHorizon.Earlier(12, 20), new AnnealingHorizon.Earlier(30, 40)));

    @Test
    void shouldPlanTheSameEverywhereInARunThatWasNeverGivenMore() {
        assertEquals(7, AnnealingHorizon.of(7).at(0));
        assertEquals(7, AnnealingHorizon.of(7).at(100));
        assertEquals(7, AnnealingHorizon.of(7).before(0));
    }

    @Test
    void shouldPlanAsItWasPlannedAtEachPlace() {
        assertEquals(20, horizon.at(0));
        assertEquals(20, horizon.at(11));
        assertEquals(40, horizon.at(12));
        assertEquals(40, horizon.at(29));
        assertEquals(60, horizon.at(30));
    }

    @Test
    void shouldSayWhatWasPlannedOnTheWayToAPlace() {
        assertEquals(20, horizon.before(12));
        assertEquals(40, horizon.before(13));
        assertEquals(40, horizon.before(30));
        assertEquals(60, horizon.before(31));
    }

    @Test
    void shouldCountInOtherUnits() {
        assertEquals(20 * 8, horizon.times(8).at(12 * 8 - 1));
        assertEquals(40 * 8, horizon.times(8).at(12 * 8));
        assertEquals(60 * 8, horizon.times(8).at(30 * 8));
    }

    @Test
    void shouldComeEarlierWhereCountsLag() {
        assertEquals(20, horizon.late(1).at(10));
        assertEquals(40, horizon.late(1).at(11));
    }

    @Test
    void shouldTakeAShareOfWhatIsPlannedAndKeepThePlaces() {
        assertEquals(5, horizon.share(0.25).at(11));
        assertEquals(10, horizon.share(0.25).at(12));
        assertEquals(15, horizon.share(0.25).at(30));
    }
}
