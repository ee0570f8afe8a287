package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.atari.preprocessing.AtariOptions;
import io.htsrl.core.ActionSpace;
import io.htsrl.core.CountedStream;
import io.htsrl.core.EnvironmentCheck;
import io.htsrl.core.ObservationSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules of the protocol one by one, on a game made up for it. */
class AtariEnvironmentTest {
    private static final int[] SIX = {0, 1, 3, 4, 11, 12};
    private static final int[] NO_FIRE = {0, 2, 5};

    private static AtariOptions options(String... namesAndValues) {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            options.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return AtariOptions.parse(options);
    }

    /** No chance, no frames before the first step. */
    private static AtariOptions plain(String... more) {
        String[] all = Arrays.copyOf(more, more.length + 4);
        System.arraycopy(new String[] {"repeat-action-probability", "0", "noop-max", "0"}, 0, all, more.length, 4);
        return options(all);
    }

    private static AtariRollout rollout(FakeEmulator emulator, AtariOptions options) {
        return new AtariRollout(new AtariEnvironment("ALE/Fake-v5", emulator, options), 1);
    }

    @Test
    void shouldDescribeItself() {
        AtariRollout grey = rollout(FakeEmulator.endless(SIX), options());
        assertEquals("ALE/Fake-v5", grey.environment.spec().id());
        assertEquals(ObservationSpace.bytes(84, 84), grey.environment.spec().observationSpace());
        assertEquals(new ActionSpace.Discrete(6), grey.environment.spec().actionSpace());
        assertEquals(0, grey.environment.spec().maxEpisodeSteps());
        AtariRollout rgb = rollout(FakeEmulator.endless(SIX),
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
        assertEquals(List.of(FakeEmulator.RESET, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17),
                emulator.log);
    }

    @Test
    void shouldRefuseAnActionOutsideItsSpace() {
        AtariRollout rollout = rollout(FakeEmulator.endless(SIX), plain());
        rollout.reset();
        assertEquals("action 6.0 is not in 0 .. 5",
                assertThrows(IllegalArgumentException.class, () -> rollout.step(6)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> rollout.step(-1));
        assertThrows(IllegalArgumentException.class, () -> rollout.environment.step(new float[] {0.5f}, 0, null, null));
        assertThrows(IllegalArgumentException.class,
                () -> rollout.environment.step(new float[] {Float.NaN}, 0, null, null));
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
    void shouldBeginANewGameWithNothingHeld() {
        FakeEmulator emulator = FakeEmulator.endless(SIX);
        AtariRollout rollout = rollout(emulator, options("noop-max", "1", "repeat-action-probability", "0.999999"));
        rollout.reset();
        rollout.step(3);
        rollout.reset();
        assertEquals(List.of(FakeEmulator.RESET, 0, 0, 0, 0, 0, FakeEmulator.RESET, 0), emulator.log);
    }

    @Test
    void shouldBeginWithOneToThirtyNoOpsEvenly() {
        FakeEmulator emulator = FakeEmulator.endless(SIX);
        AtariRollout rollout = rollout(emulator, options("screen-size", "1"));
        int[] counts = new int[31];
        for (int game = 0; game < 6000; game++) {
            emulator.log.clear();
            rollout.reset();
            assertEquals(FakeEmulator.RESET, emulator.log.get(0));
            assertTrue(emulator.log.stream().skip(1).allMatch(action -> action == 0));
            counts[emulator.log.size() - 1]++;
        }
        assertEquals(0, counts[0]);
        double chiSquare = 0;
        for (int noops = 1; noops <= 30; noops++) {
            chiSquare += (counts[noops] - 200.0) * (counts[noops] - 200.0) / 200;
        }
        // 29 degrees of freedom: the seeds are fixed, and a fair draw exceeds 58 once in a thousand times
        assertTrue(chiSquare < 58, "chi square " + chiSquare);
    }

    @Test
    void shouldBeginAnewWhenAGameEndsInItsNoOps() {
        // a game is over after 6 frames: some of 30 no-ops are taken in several games
        FakeEmulator emulator = new FakeEmulator(SIX, 1, 6, 0);
        AtariRollout rollout = rollout(emulator, options());
        for (int episode = 0; episode < 100; episode++) {
            emulator.log.clear();
            rollout.reset();
            assertFalse(emulator.gameOver());
            int noops = (int) emulator.log.stream().filter(action -> action == 0).count();
            assertEquals(1 + noops / 6, emulator.log.size() - noops);
        }
    }

    @Test
    void shouldPressFireAndTheThirdActionInGamesThatHaveFire() {
        FakeEmulator emulator = FakeEmulator.endless(SIX);
        rollout(emulator, plain("fire-reset", "true")).reset();
        assertEquals(List.of(FakeEmulator.RESET, 1, 1, 1, 1, 3, 3, 3, 3), emulator.log);
        FakeEmulator full = FakeEmulator.endless(SIX);
        rollout(full, plain("fire-reset", "true", "full-action-space", "true", "frame-skip", "1")).reset();
        assertEquals(List.of(FakeEmulator.RESET, 1, 2), full.log);
        FakeEmulator two = FakeEmulator.endless(0, 1);
        rollout(two, plain("fire-reset", "true", "frame-skip", "1")).reset();
        assertEquals(List.of(FakeEmulator.RESET, 1, 1), two.log);
        FakeEmulator without = FakeEmulator.endless(NO_FIRE);
        rollout(without, plain("fire-reset", "true", "full-action-space", "true")).reset();
        assertEquals(List.of(FakeEmulator.RESET), without.log);
    }

    @Test
    void shouldBeginAnewWhenAGameEndsWhileFireIsPressed() {
        FakeEmulator emulator = new FakeEmulator(SIX, 1, 3, 0);
        rollout(emulator, plain("fire-reset", "true")).reset();
        assertEquals(List.of(FakeEmulator.RESET, 1, 1, 1, FakeEmulator.RESET, 3, 3, 3, FakeEmulator.RESET),
                emulator.log);
    }

    @Test
    void shouldScoreWhatTheStartGained() {
        AtariRollout rollout = rollout(FakeEmulator.endless(SIX), options("noop-max", "200", "clip-rewards", "true"));
        FakeEmulator same = FakeEmulator.endless(SIX);
        NaiveAtari naive = new NaiveAtari(same, options("noop-max", "200", "clip-rewards", "true"));
        for (int seed = 0; seed < 20; seed++) {
            rollout.reset(seed);
            naive.reset(seed);
            for (int step = 0; step < 3; step++) {
                rollout.step(step);
                naive.step(step);
                assertEquals(naive.score, rollout.result.score);
                assertEquals(naive.reward, rollout.result.reward);
            }
        }
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

    /** Lives of 5, 5 and 5 frames, then 5 frames without a life until the game is over. */
    @Test
    void shouldEndEpisodesOnLostLivesAndGoOnWithTheGame() {
        FakeEmulator emulator = new FakeEmulator(SIX, 3, 5, 5);
        AtariRollout rollout = rollout(emulator, plain("terminal-on-life-loss", "true"));
        rollout.reset();
        rollout.step(2);
        assertFalse(rollout.result.done());
        rollout.step(2);
        assertTrue(rollout.result.terminated && rollout.result.continues && !rollout.result.truncated);
        rollout.reset();
        assertEquals(List.of(FakeEmulator.RESET, 3, 3, 3, 3, 3, 0, 0, 0, 0), emulator.log);
        rollout.step(2);
        assertTrue(rollout.result.terminated && rollout.result.continues);
        rollout.reset();
        rollout.step(2);
        assertEquals(0, emulator.lives());
        assertFalse(rollout.result.done(), "without lives, but not over");
        assertEquals(1 + 5 + 4 + 1 + 4 + 4, emulator.log.size());
        rollout.step(2);
        assertEquals(1 + 20, emulator.log.size());
        assertTrue(rollout.result.terminated);
        assertFalse(rollout.result.continues);
        rollout.reset();
        assertEquals(FakeEmulator.RESET, emulator.log.get(emulator.log.size() - 1));
    }

    @Test
    void shouldPressFireAgainInEveryLife() {
        FakeEmulator emulator = new FakeEmulator(SIX, 3, 20, 0);
        AtariRollout rollout = rollout(emulator, plain("terminal-on-life-loss", "true", "fire-reset", "true"));
        rollout.reset();
        while (!rollout.result.done()) {
            rollout.step(0);
        }
        int before = emulator.log.size();
        rollout.reset();
        assertEquals(List.of(0, 0, 0, 0, 1, 1, 1, 1, 3, 3, 3, 3), emulator.log.subList(before, emulator.log.size()));
    }

    @Test
    void shouldNotEndEpisodesOnLostLivesUnlessAsked() {
        AtariRollout rollout = rollout(new FakeEmulator(SIX, 3, 5, 2), plain());
        rollout.reset();
        for (int step = 1; step < 5; step++) {
            rollout.step(0);
            assertFalse(rollout.result.done() || rollout.result.continues);
        }
        rollout.step(0);
        assertTrue(rollout.result.terminated);
    }

    /** The frames between two lives gain too: the scores of a game's steps are its score. */
    @Test
    void shouldScoreAWholeGameOverItsLives() {
        FakeEmulator emulator = new FakeEmulator(SIX, 5, 41, 3);
        AtariRollout rollout = rollout(emulator, options("terminal-on-life-loss", "true", "clip-rewards", "true",
                "fire-reset", "true"));
        for (int game = 0; game < 20; game++) {
            emulator.log.clear();
            double score = 0;
            do {
                rollout.reset();
                do {
                    rollout.step(rollout.nextAction());
                    score += rollout.result.score;
                } while (!rollout.result.done());
            } while (rollout.result.continues);
            assertEquals(gainedBy(emulator.log), score);
        }
    }

    private static int gainedBy(List<Integer> log) {
        int gained = 0;
        long state = 0;
        for (int action : log) {
            state = action == FakeEmulator.RESET ? 0 : FakeEmulator.HASH.bits(state, action);
            gained = action == FakeEmulator.RESET ? 0 : gained + FakeEmulator.reward(state);
        }
        return gained;
    }

    /** The no-ops after a lost life lose the last one: no frame is left for the step that follows. */
    @Test
    void shouldSayInTheNextStepThatTheGameEndedBetweenTwoLives() {
        FakeEmulator emulator = new FakeEmulator(SIX, 2, 3, 0);
        AtariRollout rollout = rollout(emulator, plain("terminal-on-life-loss", "true"));
        rollout.reset();
        rollout.step(0);
        assertTrue(rollout.result.continues);
        rollout.reset();
        assertTrue(emulator.gameOver());
        int before = emulator.log.size();
        rollout.step(4);
        assertTrue(rollout.result.terminated);
        assertFalse(rollout.result.continues);
        assertEquals(0, rollout.result.reward);
        assertEquals(gainedBy(emulator.log) - gainedBy(emulator.log.subList(0, 4)), rollout.result.score);
        assertEquals(before, emulator.log.size());
        rollout.reset();
        assertFalse(emulator.gameOver());
    }

    @Test
    void shouldBeginANewGameWhenItIsResetInTheMiddle() {
        FakeEmulator emulator = new FakeEmulator(SIX, 3, 50, 0);
        AtariRollout rollout = rollout(emulator, plain("terminal-on-life-loss", "true"));
        rollout.reset();
        rollout.step(0);
        rollout.reset();
        assertEquals(2, emulator.log.stream().filter(what -> what == FakeEmulator.RESET).count());
    }

    @Test
    void shouldPassTheCheckBeforeARun() {
        for (AtariOptions options : List.of(options(), options("grayscale-obs", "false", "terminal-on-life-loss", "true",
                "fire-reset", "true", "clip-rewards", "true"))) {
            EnvironmentCheck check = EnvironmentCheck.of(
                    new AtariEnvironment("ALE/Fake-v5", new FakeEmulator(SIX, 3, 100, 2), options));
            assertEquals(List.of(), check.problems());
            assertEquals(List.of(), check.unrepeatable());
            assertEquals(List.of(), check.unrestorable());
        }
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
