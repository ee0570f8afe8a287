package io.htsrl.environments.wrapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.environments.CartPole;
import io.htsrl.environments.Pendulum;
import io.htsrl.environments.Rollout;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class TimeLimitTest {

    @Test
    void shouldTruncateAndTerminateWhenTheLastStepEndsTheTask() {
        CartPole pole = new CartPole();
        Rollout rollout = new Rollout(new TimeLimit(pole, 1), 1);
        rollout.reset();
        Rollout.setState(pole, 0, 0, 1, 0);
        rollout.take(1);
        assertTrue(rollout.result.terminated && rollout.result.truncated);
    }

    @Test
    void shouldNotTruncateAnEpisodeThatTerminatesEarlier() {
        CartPole pole = new CartPole();
        Rollout rollout = new Rollout(new TimeLimit(pole, 2), 1);
        rollout.reset();
        Rollout.setState(pole, 0, 0, 1, 0);
        rollout.take(1);
        assertTrue(rollout.result.terminated);
        assertFalse(rollout.result.truncated);
    }

    @Test
    void shouldSaveHowManyStepsHaveElapsed() throws IOException {
        Rollout original = new Rollout(new TimeLimit(new Pendulum(), 5), 1);
        original.reset();
        original.advance(3);
        Rollout copy = original.movedTo(new TimeLimit(new Pendulum(), 5), 1);
        copy.take(0);
        assertFalse(copy.result.truncated);
        copy.take(0);
        assertTrue(copy.result.truncated);
    }

    @Test
    void shouldRefuseALimitBelowOne() {
        assertEquals(
                "time limit 0 must be at least 1 step",
                assertThrows(IllegalArgumentException.class, () -> new TimeLimit(new Pendulum(), 0))
                        .getMessage());
    }
}
