package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SavedEmulatorTest {
    private static final RandomStream STREAM = RandomStream.root(11);
    private static final int CONTINUATIONS = Boolean.getBoolean("hts.long") ? 40 : 12;
    private static final int FRAMES = 300;

    private AleEmulator one;
    private AleEmulator other;

    @BeforeAll
    void load() {
        one = EmulatorTestKit.homebrew();
        other = EmulatorTestKit.homebrew();
    }

    @AfterAll
    void close() {
        one.close();
        other.close();
    }

    @Test
    void shouldGoOnExactlyInAnotherEmulator() {
        assertContinuations(one, other);
    }

    /** The cartridge shows objects that only what ALE's own states leave out says where they are. */
    @Test
    void shouldGoOnExactlyWhereNothingIsRewritten() throws IOException {
        try (AleEmulator a = loaded("still.bin");
                AleEmulator b = loaded("still.bin")) {
            assertContinuations(a, b);
        }
    }

    /** The cartridge leaves lines of the frame before last, and of those before it, where a frame ends early. */
    @Test
    void shouldGoOnExactlyBelowTheEndOfShortFrames() throws IOException {
        try (AleEmulator a = loaded("short.bin");
                AleEmulator b = loaded("short.bin")) {
            assertContinuations(a, b);
        }
    }

    /** The cartridge computes for so long that frames stay unfinished, and are gone on with. */
    @Test
    void shouldGoOnExactlyWithinAnUnfinishedFrame() throws IOException {
        try (AleEmulator a = loaded("slow.bin");
                AleEmulator b = loaded("slow.bin")) {
            assertContinuations(a, b);
        }
    }

    @Test
    void shouldForgetThatAFrameWasUnfinishedBeforeAReset() throws IOException {
        try (AleEmulator a = loaded("slow.bin");
                AleEmulator b = loaded("slow.bin")) {
            assertResetForgets(a, b);
        }
    }

    /** The older form did not say how far the newest frame was. */
    @Test
    void shouldStillReadAStateOfTheOlderForm() {
        EmulatorTestKit.fingerprint(one, STREAM, 0, 100);
        byte[] saved = one.save();
        long expected = EmulatorTestKit.fingerprint(one, STREAM, 100, FRAMES);
        byte[] payload = NativeState.unwrap(Homebrew.MD5, saved);
        byte[] older = NativeState.wrap(Homebrew.MD5, Arrays.copyOf(payload, payload.length - Long.BYTES));
        older[3] = '2';
        other.restore(older);

        assertEquals(expected, EmulatorTestKit.fingerprint(other, STREAM, 100, FRAMES));
    }

    @Test
    void shouldShowLinesThatNoLaterFrameHasDrawn() throws IOException {
        try (AleEmulator emulator = loaded("short.bin")) {
            int[] lastDrawn = {0, 0};
            int longest = 0;
            byte[] twoBefore = EmulatorTestKit.screen(emulator);
            byte[] before = twoBefore;
            for (int frame = 0; frame < 256; frame++) {
                emulator.act(0);
                byte[] screen = EmulatorTestKit.screen(emulator);
                int bottom = 150 * Emulator.WIDTH;
                boolean kept = Arrays.equals(screen, bottom, screen.length, twoBefore, bottom, screen.length);
                lastDrawn[frame % 2] = kept ? lastDrawn[frame % 2] + 1 : 0;
                longest = Math.max(longest, lastDrawn[frame % 2]);
                twoBefore = before;
                before = screen;
            }
            assertTrue(longest > 50, "the lower lines stayed for " + longest + " frames of 128");
        }
    }

    private static AleEmulator loaded(String cartridge) throws IOException {
        try (InputStream in = SavedEmulatorTest.class.getResourceAsStream(cartridge)) {
            return EmulatorTestKit.loaded(Rom.of("pong", in.readAllBytes()));
        }
    }

    /**
     *
     *
     * <pre>
     * original  ----- random actions -----o----- actions of continuation i ----- fingerprint
     *                                     | save
     * other     - other random actions -  x----- actions of continuation i ----- fingerprint
     * </pre>
     */
    private static void assertContinuations(AleEmulator original, AleEmulator other) {
        long first = 0;
        long before = 0;
        for (int i = 0; i < CONTINUATIONS; i++) {
            RandomStream actions = STREAM.spawn(i);
            int length = 1 + (int) Math.floorMod(actions.bits(-1), 200L);
            EmulatorTestKit.fingerprint(original, STREAM.spawn("before"), first, length);
            EmulatorTestKit.fingerprint(other, STREAM.spawn("elsewhere"), first, length / 2);
            first += length;
            byte[] saved = original.save();
            long expected = EmulatorTestKit.fingerprint(original, actions, 0, FRAMES);
            other.restore(saved);
            assertEquals(expected, EmulatorTestKit.fingerprint(other, actions, 0, FRAMES));
            assertNotEquals(before, expected, "another continuation looks the same: nothing is compared");
            before = expected;
        }
    }

    @Test
    void shouldBeWhatWasRestored() {
        EmulatorTestKit.fingerprint(one, STREAM, 0, 100);
        byte[] saved = one.save();
        other.restore(saved);

        assertArrayEquals(saved, other.save());
    }

    @Test
    void shouldNotKnowWhatWasPlayedBeforeAReset() {
        assertResetForgets(one, other);
    }

    @Test
    void shouldNotShowLinesOfTheGameBeforeAReset() throws IOException {
        try (AleEmulator a = loaded("short.bin");
                AleEmulator b = loaded("short.bin")) {
            assertResetForgets(a, b);
        }
    }

    private static void assertResetForgets(AleEmulator one, AleEmulator other) {
        one.reset();
        other.reset();
        EmulatorTestKit.fingerprint(one, STREAM.spawn("played before"), 0, 2500);
        one.reset();

        assertArrayEquals(EmulatorTestKit.screen(other), EmulatorTestKit.screen(one));
        assertArrayEquals(other.save(), one.save());
        assertEquals(
                EmulatorTestKit.fingerprint(other, STREAM, 0, FRAMES),
                EmulatorTestKit.fingerprint(one, STREAM, 0, FRAMES));
    }

    @Test
    void shouldRefuseEveryDamagedByte() {
        byte[] saved = one.save();
        for (int at = 0; at < saved.length; at += at < 64 ? 1 : 97) {
            byte[] damaged = saved.clone();
            damaged[at] ^= 0x10;
            assertThrows(IllegalArgumentException.class, () -> other.restore(damaged), "byte " + at);
        }
    }

    @Test
    void shouldRefuseEveryCutOffOrLengthenedState() {
        byte[] saved = one.save();
        for (int length = 0; length < saved.length; length += length < 64 ? 1 : 997) {
            byte[] cut = Arrays.copyOf(saved, length);
            assertThrows(IllegalArgumentException.class, () -> other.restore(cut), "length " + length);
        }
        assertThrows(IllegalArgumentException.class, () -> other.restore(Arrays.copyOf(saved, saved.length + 1)));
    }

    @Test
    void shouldRefuseTheStateOfAnotherCartridge() {
        byte[] foreign = NativeState.wrap("60e0ea3cbe0913d39803477945e9e5ec", new byte[100]);

        String message = assertThrows(IllegalArgumentException.class, () -> one.restore(foreign))
                .getMessage();
        assertTrue(message.contains("60e0ea3cbe0913d39803477945e9e5ec") && message.contains(Homebrew.MD5), message);
    }
}
