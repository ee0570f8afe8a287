package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import io.htsrl.atari.preprocessing.AtariOptions;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nothing is allocated per step in the steady state: the least over windows, so that warming up does not count. */
class AtariCostTest {
    private static final int WINDOW = 200;

    @Test
    void shouldAllocateNothingPerStepNorPerEpisode() {
        FakeEmulator emulator = new FakeEmulator(new int[] {0, 1, 3}, 3, 60, 2);
        emulator.watched = false;
        assertEquals(
                0,
                leastAllocated(new AtariEnvironment(
                        "ALE/Fake-v5",
                        emulator,
                        AtariOptions.parse(Map.of("terminal-on-life-loss", "true", "fire-reset", "true")))));
    }

    @Test
    void shouldAllocateNothingPerStepOnTheHomebrewGame() {
        try (AtariEnvironment environment =
                new AtariEnvironment(Homebrew.ID, EmulatorTestKit.homebrew(), AtariOptions.parse(Map.of()))) {
            assertEquals(0, leastAllocated(environment));
        }
    }

    private static long leastAllocated(AtariEnvironment environment) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ObservationSlot slot = new ObservationSlot().at(new byte[84 * 84], 0);
        StepResult result = new StepResult();
        float[] action = {1};
        environment.reset(1, slot);
        long least = Long.MAX_VALUE;
        for (int window = 0; window < 8; window++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int step = 0; step < WINDOW; step++) {
                environment.step(action, 0, slot, result);
                if (result.done()) {
                    environment.reset(step, slot);
                }
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
