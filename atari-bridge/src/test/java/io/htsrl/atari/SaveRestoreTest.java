package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.atari.preprocessing.AtariOptions;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.environment.SavedState;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A replica that takes over another's state gives the same bits from there on, in every configuration. */
@Tag("slow")
class SaveRestoreTest {
    private static final int[] SIX = {0, 1, 3, 4, 11, 12};

    /** Bit by bit one of the 512 combinations of nine choices. */
    private static AtariOptions combination(int choices, int size) {
        return new AtariOptions(
                choice(choices, 0) ? 4 : 1,
                choice(choices, 1) ? 0.25 : 0,
                choice(choices, 2) ? 30 : 0,
                choice(choices, 3),
                size,
                choice(choices, 4),
                choice(choices, 5),
                choice(choices, 6),
                choice(choices, 7),
                choice(choices, 8) ? 45 : 0,
                OptionalInt.empty(),
                OptionalInt.empty());
    }

    private static boolean choice(int choices, int which) {
        return (choices >> which & 1) == 1;
    }

    @Test
    void shouldGoOnFromAnyStepInEveryConfiguration() throws IOException {
        for (int choices = 0; choices < 512; choices++) {
            AtariOptions options = combination(choices, 12);
            goOnFromEveryThirdStep(options, choices);
        }
    }

    private static void goOnFromEveryThirdStep(AtariOptions options, int seed) throws IOException {
        AtariRollout original = new AtariRollout(fake(options), seed);
        original.reset();
        AtariRollout other = new AtariRollout(fake(options), seed + 1);
        other.reset();
        other.play(7); // a past of its own
        for (int save = 0; save < 9; save++) {
            AtariRollout copy = original.movedTo(other.environment, seed);
            original.lines.clear();
            original.play(3);
            copy.play(3);
            assertEquals(original.lines, copy.lines, options + ", saved after " + 3 * save + " steps");
        }
    }

    private static AtariEnvironment fake(AtariOptions options) {
        FakeEmulator emulator = new FakeEmulator(SIX, 3, 17, 2);
        emulator.watched = false;
        return new AtariEnvironment("ALE/Fake-v5", emulator, options);
    }

    /** The game goes on after a lost life: that is state too. */
    @Test
    void shouldRememberThatTheGameGoesOn() throws IOException {
        AtariOptions options = combination(0b1111, 12);
        AtariRollout original = new AtariRollout(fake(options), 5);
        original.reset();
        do {
            original.step(1);
        } while (!original.result.done());
        assertTrue(original.result.continues);
        AtariRollout copy = original.movedTo(fake(options), 5);
        original.lines.clear();
        original.reset();
        original.play(10);
        copy.reset();
        copy.play(10);
        assertEquals(original.lines, copy.lines);
    }

    /** No frame is left for the step after it, and the emulator is strict. */
    @Test
    void shouldRememberThatTheGameEndedBetweenTwoLives() throws IOException {
        AtariOptions options = combination(0b1001, 12);
        AtariRollout original =
                new AtariRollout(new AtariEnvironment("ALE/Fake-v5", new FakeEmulator(SIX, 2, 3, 0), options), 5);
        original.reset();
        original.step(1);
        original.reset();
        AtariRollout copy =
                original.movedTo(new AtariEnvironment("ALE/Fake-v5", new FakeEmulator(SIX, 2, 3, 0), options), 5);
        original.lines.clear();
        original.step(2);
        copy.step(2);
        assertEquals(original.lines, copy.lines);
        assertTrue(copy.result.terminated);
    }

    @Test
    void shouldRenderTheSavedScreen() throws IOException {
        AtariRollout original = new AtariRollout(fake(combination(0b11111, 12)), 5);
        original.reset();
        original.play(8);
        AtariRollout copy = original.movedTo(fake(combination(0b11111, 12)), 5);
        assertArrayEquals(rendered(original), rendered(copy));
    }

    private static int[] rendered(AtariRollout rollout) {
        int[] pixels = new int[210 * 160];
        ((Rendered) rollout.environment).render(pixels);
        return pixels;
    }

    @Test
    void shouldSaveTheSameBytesAgainAfterItWasRestored() throws IOException {
        AtariRollout original = new AtariRollout(fake(combination(0b11111, 12)), 5);
        original.reset();
        original.play(8);
        AtariRollout copy = original.movedTo(fake(combination(0b11111, 12)), 5);
        assertArrayEquals(SavedState.of(original.environment), SavedState.of(copy.environment));
    }

    /** ALE plays; every choice occurs once each way, and in pairs with others. */
    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(ints = {0b000010001, 0b100011010, 0b101100111, 0b010110110, 0b111111111, 0b001001100})
    void shouldGoOnOnTheHomebrewGame(int choices) throws IOException {
        AtariOptions options = combination(choices, 84);
        AtariEnvironment first = homebrew(options);
        AtariEnvironment second = homebrew(options);
        try {
            AtariRollout original = new AtariRollout(first, choices);
            original.reset();
            AtariRollout other = new AtariRollout(second, choices + 1);
            other.reset();
            other.play(50);
            for (int save = 0; save < 20; save++) {
                AtariRollout copy = original.movedTo(second, choices);
                assertArrayEquals(rendered(original), rendered(copy));
                original.lines.clear();
                original.play(11);
                copy.play(11);
                assertEquals(original.lines, copy.lines, options + ", saved after " + 11 * save + " steps");
            }
        } finally {
            List.of(first, second).forEach(AtariEnvironment::close);
        }
    }

    private static AtariEnvironment homebrew(AtariOptions options) {
        return new AtariEnvironment(Homebrew.ID, EmulatorTestKit.homebrew(), options);
    }
}
