package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AleEmulatorTest {
    private static final OptionalInt DEFAULT = OptionalInt.empty();
    private static final int THREADS = 8;
    private static final int INSTANCES_PER_THREAD = 3;

    @Test
    void shouldOfferWhatPongOffers() {
        try (AleEmulator emulator = EmulatorTestKit.homebrew()) {
            assertArrayEquals(new int[] {0, 1, 3, 4, 11, 12}, emulator.minimalActions());
            assertArrayEquals(new int[] {0, 1}, emulator.modes());
            assertArrayEquals(new int[] {0, 1, 2, 3}, emulator.difficulties());
            assertEquals(0, emulator.lives());
        }
    }

    @Test
    void shouldLoseEveryPointWhereNothingIsDone() {
        try (AleEmulator emulator = EmulatorTestKit.homebrew()) {
            int sum = 0;
            int frames = 0;
            while (!emulator.gameOver()) {
                sum += emulator.act(0);
                frames++;
            }
            assertEquals(-21, sum);
            assertTrue(frames > 21 * 20, "a point takes a while: " + frames);
            assertEquals(0, emulator.act(3), "nothing happens after the end");
            emulator.reset();
            assertFalse(emulator.gameOver());
        }
    }

    @Test
    void shouldShowAScreenThatMoves() {
        try (AleEmulator emulator = EmulatorTestKit.homebrew()) {
            HashSet<Integer> screens = new HashSet<>();
            for (int frame = 0; frame < 200; frame++) {
                emulator.act(frame % 40 < 20 ? 3 : 4);
                screens.add(Arrays.hashCode(EmulatorTestKit.screen(emulator)));
            }
            assertTrue(screens.size() > 100, screens.size() + " different screens in 200 frames");
        }
    }

    @Test
    void shouldCopyTheScreenToWhereItIsWanted() {
        try (AleEmulator emulator = EmulatorTestKit.homebrew()) {
            emulator.act(0);
            byte[] screen = EmulatorTestKit.screen(emulator);
            byte[] wide = new byte[screen.length + 7];
            wide[2] = 55;
            emulator.screen(wide, 3);
            byte[] expected = new byte[wide.length];
            expected[2] = 55;
            System.arraycopy(screen, 0, expected, 3, screen.length);
            assertArrayEquals(expected, wide);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 3", "1, 0", "1, 3"})
    void shouldPlayInEveryModeAndDifficultyOffered(int mode, int difficulty) {
        try (AleEmulator emulator = new AleEmulator()) {
            emulator.load(Homebrew.rom(), OptionalInt.of(mode), OptionalInt.of(difficulty));
            long first = EmulatorTestKit.fingerprint(emulator, RandomStream.root(3), 0, 100);
            emulator.reset();
            assertEquals(first, EmulatorTestKit.fingerprint(emulator, RandomStream.root(3), 0, 100));
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 0", "-1, 0", "0, 4", "0, -1"})
    void shouldRefuseModesAndDifficultiesThatAreNotOffered(int mode, int difficulty) {
        try (AleEmulator emulator = new AleEmulator()) {
            String message = assertThrows(
                            IllegalArgumentException.class,
                            () -> emulator.load(Homebrew.rom(), OptionalInt.of(mode), OptionalInt.of(difficulty)))
                    .getMessage();
            assertTrue(
                    message.matches("(mode|difficulty) -?\\d is not offered by this game, which has \\[0, 1.*]"),
                    message);
            assertThrows(IllegalStateException.class, () -> emulator.act(0));
        }
    }

    @Test
    void shouldBeLoadedOnce() {
        try (AleEmulator emulator = EmulatorTestKit.homebrew()) {
            assertThrows(IllegalStateException.class, () -> emulator.load(Homebrew.rom(), DEFAULT, DEFAULT));
        }
    }

    /** Many emulators, made and loaded at once, give the bits that one alone gives for the same actions. */
    @Tag("slow")
    @Test
    void shouldPlayAloneAsAmongOthers() throws InterruptedException, ExecutionException {
        long alone = play();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Long>> games = new ArrayList<>();
            for (int i = 0; i < THREADS * INSTANCES_PER_THREAD; i++) {
                games.add(AleEmulatorTest::play);
            }
            for (Future<Long> game : threads.invokeAll(games)) {
                assertEquals(alone, game.get());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static long play() {
        try (AleEmulator emulator = EmulatorTestKit.homebrew()) {
            return EmulatorTestKit.fingerprint(emulator, RandomStream.root(5), 0, 1000);
        }
    }
}
