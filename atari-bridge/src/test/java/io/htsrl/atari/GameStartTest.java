package io.htsrl.atari;

import static io.htsrl.atari.Fakes.NO_FIRE;
import static io.htsrl.atari.Fakes.SIX;
import static io.htsrl.atari.Fakes.options;
import static io.htsrl.atari.Fakes.plain;
import static io.htsrl.atari.Fakes.rollout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests how a game begins, on a game made up for it: no-ops and FIRE. */
class GameStartTest {

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
            int noops =
                    (int) emulator.log.stream().filter(action -> action == 0).count();
            assertEquals(1 + noops / 6, emulator.log.size() - noops);
        }
    }

    @Test
    void shouldPressFireAndTheThirdActionInGamesThatHaveFire() {
        FakeEmulator emulator = FakeEmulator.endless(SIX);
        rollout(emulator, plain("fire-reset", "true")).reset();
        assertEquals(List.of(FakeEmulator.RESET, 1, 1, 1, 1, 3, 3, 3, 3), emulator.log);
        FakeEmulator full = FakeEmulator.endless(SIX);
        rollout(full, plain("fire-reset", "true", "full-action-space", "true", "frame-skip", "1"))
                .reset();
        assertEquals(List.of(FakeEmulator.RESET, 1, 2), full.log);
        FakeEmulator two = FakeEmulator.endless(0, 1);
        rollout(two, plain("fire-reset", "true", "frame-skip", "1")).reset();
        assertEquals(List.of(FakeEmulator.RESET, 1, 1), two.log);
        FakeEmulator without = FakeEmulator.endless(NO_FIRE);
        rollout(without, plain("fire-reset", "true", "full-action-space", "true"))
                .reset();
        assertEquals(List.of(FakeEmulator.RESET), without.log);
    }

    @Test
    void shouldBeginAnewWhenAGameEndsWhileFireIsPressed() {
        FakeEmulator emulator = new FakeEmulator(SIX, 1, 3, 0);
        rollout(emulator, plain("fire-reset", "true")).reset();
        assertEquals(
                List.of(FakeEmulator.RESET, 1, 1, 1, FakeEmulator.RESET, 3, 3, 3, FakeEmulator.RESET), emulator.log);
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
}
