package io.htsrl.core.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StepResultTest {

    @Test
    void shouldScoreTheRewardUnlessToldOtherwise() {
        StepResult result = new StepResult();
        result.set(1, true, false);
        assertEquals(1, result.score);
        result.setScore(7, true);
        assertEquals(7, result.score);
        assertTrue(result.continues);
        assertEquals(1, result.reward);
        result.set(-2, false, true);
        assertEquals(-2, result.score);
        assertFalse(result.continues);
    }
}
