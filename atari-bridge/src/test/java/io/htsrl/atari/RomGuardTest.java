package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

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
