package io.htsrl.atari;

import static io.htsrl.atari.Fakes.NO_FIRE;
import static io.htsrl.atari.Fakes.SIX;
import static io.htsrl.atari.Fakes.options;
import static io.htsrl.atari.Fakes.plain;
import static io.htsrl.atari.Fakes.rollout;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.atari.preprocessing.AtariOptions;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentCheck;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.random.CountedStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the rules of a step one by one, on a game made up for it. */
class AtariEnvironmentTest {

    @Test
    void shouldDescribeItself() {
        AtariRollout grey = rollout(FakeEmulator.endless(SIX), options());
        assertEquals("ALE/Fake-v5", grey.environment.spec().id());
        assertEquals(ObservationSpace.bytes(84, 84), grey.environment.spec().observationSpace());
        assertEquals(new ActionSpace.Discrete(6), grey.environment.spec().actionSpace());
        assertEquals(0, grey.environment.spec().maxEpisodeSteps());
        AtariRollout rgb = rollout(
                FakeEmulator.endless(SIX),
                options("grayscale-obs", "false", "screen-size", "64", "full-action-space", "true"));
        assertEquals(ObservationSpace.bytes(64, 64, 3), rgb.environment.spec().observationSpace());
        assertEquals(new ActionSpace.Discrete(18), rgb.environment.spec().actionSpace());
    }

    @Test
    void shouldHoldTheChosenActionForTheSkippedFramesAndSumTheirRewards() {
        FakeEmulator emulator = FakeEmulator.endless(SIX);
        AtariRollout rollout = rollout(emulator, plain());
        rollout.reset();
        long state = 0;
        for (int step = 0; step < 50; step++) {
            rollout.step(step % 6);
            int gained = 0;
            for (int frame = 0; frame < 4; frame++) {
                state = FakeEmulator.HASH.bits(state, SIX[step % 6]);
                gained += FakeEmulator.reward(state);
            }
            assertEquals(gained, rollout.result.reward);
            assertEquals(gained, rollout.result.score);
        }
        assertEquals(List.of(FakeEmulator.RESET, 0, 0, 0, 0, 1, 1, 1, 1, 3, 3, 3, 3), emulator.log.subList(0, 13));
    }

    @Test
    void shouldOfferAllActionsWhenAsked() {
        FakeEmulator emulator = FakeEmulator.endless(NO_FIRE);
        AtariRollout rollout = rollout(emulator, plain("full-action-space", "true", "frame-skip", "1"));
        rollout.reset();
        for (int action = 0; action < 18; action++) {
            rollout.step(action);
        }
        assertEquals(
                List.of(FakeEmulator.RESET, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17),
                emulator.log);
    }

    @Test
    void shouldRefuseAnActionOutsideItsSpace() {
        AtariRollout rollout = rollout(FakeEmulator.endless(SIX), plain());
        rollout.reset();
        assertEquals(
                "action 6.0 is not in 0 .. 5",
                assertThrows(IllegalArgumentException.class, () -> rollout.step(6))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> rollout.step(-1));
        assertThrows(IllegalArgumentException.class, () -> rollout.environment.step(new float[] {0.5f}, 0, null, null));
        assertThrows(
                IllegalArgumentException.class, () -> rollout.environment.step(new float[] {Float.NaN}, 0, null, null));
    }

    /** Machado et al. 2018, section 5: in each frame, the action of the frame before is held with probability p. */
    @Test
    void shouldStickToTheActionOfTheFrameBefore() {
        double probability = 0.25;
        FakeEmulator emulator = FakeEmulator.endless(SIX);
        AtariRollout rollout = rollout(emulator, options("noop-max", "0"));
        CountedStream draws = new CountedStream();
        List<Integer> expected = new ArrayList<>(List.of(FakeEmulator.RESET));
        int stuck = 0;
        rollout.reset(99);
        draws.restart(99);
        int last = 0;
        for (int step = 0; step < 5000; step++) {
            int wanted = SIX[step % 6];
            rollout.step(step % 6);
            for (int frame = 0; frame < 4; frame++) {
                boolean sticks = draws.nextDouble() < probability;
                stuck += sticks ? 1 : 0;
                last = sticks ? last : wanted;
                expected.add(last);
            }
        }
        assertEquals(expected, emulator.log);
        // binomial: five standard deviations of 61
        assertEquals(20_000 * probability, stuck, 306);
    }

    @Test
    void shouldClipRewardsToTheirSignAndScoresNot() {
        AtariRollout rollout = rollout(FakeEmulator.endless(SIX), plain("clip-rewards", "true"));
        rollout.reset();
        boolean[] seen = new boolean[3];
        for (int step = 0; step < 200; step++) {
            rollout.step(step % 5);
            assertEquals(Math.signum(rollout.result.score), rollout.result.reward);
            seen[(int) rollout.result.reward + 1] |= Math.abs(rollout.result.score) != 1;
        }
        assertArrayEquals(new boolean[] {true, true, true}, seen);
    }

    @Test
    void shouldTruncateAtTheLimitOfFramesThoseOfTheStartIncluded() {
        FakeEmulator emulator = FakeEmulator.endless(SIX);
        AtariRollout rollout = rollout(emulator, options("max-num-frames-per-episode", "50"));
        for (int episode = 0; episode < 30; episode++) {
            emulator.log.clear();
            rollout.reset();
            do {
                rollout.step(2);
                assertFalse(rollout.result.terminated);
                assertEquals(emulator.log.size() == 51, rollout.result.truncated);
            } while (!rollout.result.done());
        }
    }

    @Test
    void shouldTerminateAndTruncateWhenAGameEndsAtTheLimit() {
        AtariRollout rollout = rollout(new FakeEmulator(SIX, 2, 20, 0), plain("max-num-frames-per-episode", "40"));
        rollout.reset();
        for (int step = 0; step < 10; step++) {
            assertFalse(rollout.result.done());
            rollout.step(0);
        }
        assertTrue(rollout.result.terminated && rollout.result.truncated);
        assertFalse(rollout.result.continues);
    }

    @Test
    void shouldGoOnForEverWithoutALimit() {
        FakeEmulator emulator = FakeEmulator.endless(SIX);
        AtariRollout rollout = rollout(emulator, plain("max-num-frames-per-episode", "0", "frame-skip", "1000"));
        rollout.reset();
        for (int step = 0; step < 110; step++) {
            rollout.step(0);
            assertFalse(rollout.result.done());
        }
        assertEquals(110_001, emulator.log.size());
    }

    @Test
    void shouldStopEarlyWhenTheGameIsOver() {
        FakeEmulator emulator = new FakeEmulator(SIX, 2, 5, 0);
        AtariRollout rollout = rollout(emulator, plain());
        rollout.reset();
        rollout.step(1);
        rollout.step(1);
        assertFalse(rollout.result.done());
        rollout.step(1);
        assertTrue(rollout.result.terminated);
        assertFalse(rollout.result.truncated || rollout.result.continues);
        assertEquals(11, emulator.log.size());
    }

    @Test
    void shouldPassTheCheckBeforeARun() {
        AtariOptions other = options(
                "grayscale-obs",
                "false",
                "terminal-on-life-loss",
                "true",
                "fire-reset",
                "true",
                "clip-rewards",
                "true");
        for (AtariOptions options : List.of(options(), other)) {
            EnvironmentCheck check =
                    EnvironmentCheck.of(new AtariEnvironment("ALE/Fake-v5", new FakeEmulator(SIX, 3, 100, 2), options));
            assertEquals(List.of(), check.problems());
            assertEquals(List.of(), check.unrepeatable());
            assertEquals(List.of(), check.unrestorable());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1})
    void shouldRefuseAStateOfAnImpossibleLength(int length) {
        AtariEnvironment environment = new AtariEnvironment("ALE/Fake-v5", FakeEmulator.endless(SIX), options());
        byte[] state = ByteBuffer.allocate(64).putInt(9, length).array(); // after a boolean and a long
        assertThrows(IOException.class, () -> SavedState.restore(environment, state));
    }

    @Test
    void shouldRenderTheLastFrameInColour() {
        FakeEmulator emulator = FakeEmulator.endless(SIX);
        AtariEnvironment environment = new AtariEnvironment("ALE/Fake-v5", emulator, options());
        AtariRollout rollout = new AtariRollout(environment, 1);
        rollout.reset();
        rollout.play(5);
        byte[] screen = new byte[210 * 160];
        emulator.screen(screen, 0);
        int[] expected = new int[screen.length];
        Arrays.setAll(expected, i -> emulator.palette()[screen[i] & 255]);
        int[] pixels = new int[environment.renderWidth() * environment.renderHeight()];
        environment.render(pixels);
        assertArrayEquals(expected, pixels);
        assertEquals(160, environment.renderWidth());
    }

    @Test
    void shouldCloseItsEmulator() {
        FakeEmulator emulator = FakeEmulator.endless(SIX);
        new AtariEnvironment("ALE/Fake-v5", emulator, options()).close();
        assertTrue(emulator.closed());
    }
}
