package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RomGuardTest {
    private static final OptionalInt DEFAULT = OptionalInt.empty();
    /** A guard that would find every trial too long, and so tells whether one is made. */
    private static final RomGuard IMPATIENT = new RomGuard(Duration.ZERO);

    private static Rom versionOfHomebrew(int version) {
        byte[] bytes = Homebrew.rom().bytes().clone();
        bytes[0xFF0] = (byte) version; // nothing is there
        return Rom.of("pong", bytes);
    }

    @Test
    void shouldLeaveNoFileOfARefusedCartridge() throws IOException {
        Rom rom = GuardMain.hanging();
        List<File> before = trials();
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> new RomGuard(Duration.ofSeconds(2)).check(rom, DEFAULT, DEFAULT))
                .getMessage();
        assertEquals("hangs the emulator (a trial of 2 s)", message);
        for (File trial : trials()) {
            assertFalse(!before.contains(trial) && holds(trial.toPath().resolve("rom"), rom.bytes()), trial::toString);
        }
    }

    private static List<File> trials() {
        return List.of(
                new File(System.getProperty("java.io.tmpdir")).listFiles((tmp, name) -> name.startsWith("hts-trial")));
    }

    private static boolean holds(Path file, byte[] bytes) throws IOException {
        try {
            return Arrays.equals(bytes, Files.readAllBytes(file));
        } catch (NoSuchFileException e) { // another process has deleted its own
            return false;
        }
    }

    @Test
    void shouldEndATrialWhoseJvmIsKilled(@TempDir Path folder) throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        GuardMain.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ProcessHandle trial;
        try (BufferedReader said = jvm.inputReader()) {
            trial = ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
        } finally {
            jvm.destroyForcibly();
        }
        trial.onExit().get(1, TimeUnit.MINUTES);
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Test
    void shouldLetThroughAnUnknownCartridgeThatPlays() {
        assertDoesNotThrow(() -> new RomGuard().check(versionOfHomebrew(1), DEFAULT, DEFAULT));
    }

    @Test
    void shouldTryACartridgeOnce() {
        Rom rom = versionOfHomebrew(2);
        new RomGuard().check(rom, OptionalInt.of(1), OptionalInt.of(2));

        assertDoesNotThrow(() -> IMPATIENT.check(rom, OptionalInt.of(1), OptionalInt.of(2)));
        assertThrows(IllegalArgumentException.class, () -> IMPATIENT.check(rom, OptionalInt.of(0), OptionalInt.of(2)));
    }

    @Test
    void shouldLetThroughWhatAleWasBuiltForWithoutATrial() {
        assertDoesNotThrow(() -> IMPATIENT.check(Homebrew.rom(), DEFAULT, DEFAULT));
        KnownGame pong = KnownGame.ofName("pong").orElseThrow();
        assertDoesNotThrow(() -> IMPATIENT.check(new Rom("pong", new byte[2048], pong.md5()), DEFAULT, DEFAULT));
    }

    @Test
    void shouldTryTheCartridgeOfOneGameThatIsToBePlayedAsAnother() {
        Rom rom = new Rom("breakout", Homebrew.rom().bytes(), Homebrew.MD5);

        String message = assertThrows(IllegalArgumentException.class, () -> IMPATIENT.check(rom, DEFAULT, DEFAULT))
                .getMessage();
        assertEquals("hangs the emulator (a trial of 0 s)", message);
    }

    @Test
    void shouldSayInWordsWhyACartridgeIsRefused() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> new RomGuard().check(versionOfHomebrew(3), OptionalInt.of(9), DEFAULT))
                .getMessage();

        assertTrue(message.startsWith("is refused: mode 9 is not offered by this game"), message);
    }
}
