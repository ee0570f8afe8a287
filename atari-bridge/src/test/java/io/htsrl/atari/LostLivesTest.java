package io.htsrl.atari;

import static io.htsrl.atari.Fakes.SIX;
import static io.htsrl.atari.Fakes.options;
import static io.htsrl.atari.Fakes.plain;
import static io.htsrl.atari.Fakes.rollout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests episodes and scores when a life is lost, on a game made up for it. */
class LostLivesTest {

    /** The lives last 5, 5 and 5 frames; 5 frames without a life follow until the game is over. */
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
        AtariRollout rollout = rollout(
                emulator, options("terminal-on-life-loss", "true", "clip-rewards", "true", "fire-reset", "true"));
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
        assertEquals(
                2,
                emulator.log.stream().filter(what -> what == FakeEmulator.RESET).count());
    }
}
