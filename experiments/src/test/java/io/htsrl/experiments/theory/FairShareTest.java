package io.htsrl.experiments.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FairShareTest {

    @Test
    void shouldLastAsLongAsTheLongestWhenEachHasACore() {
        assertEquals(3, ScheduleSimulation.fairShare(new double[] {1, 3, 2}, 3));
        assertEquals(3, ScheduleSimulation.fairShare(new double[] {3, 1}, 8));
    }

    @Test
    void shouldDivideTheCoresAmongEqualOnes() {
        assertEquals(1.5, ScheduleSimulation.fairShare(new double[] {1, 1, 1}, 2), 1e-15);
        assertEquals(8, ScheduleSimulation.fairShare(new double[] {2, 2, 2, 2}, 1));
    }

    @Test
    void shouldLeaveCoresIdleWhenFewAreLeft() {
        // 2 and 2 are done at 3; 4 has then had 2 and goes on alone
        assertEquals(5, ScheduleSimulation.fairShare(new double[] {4, 2, 2}, 2), 1e-15);
    }
}
