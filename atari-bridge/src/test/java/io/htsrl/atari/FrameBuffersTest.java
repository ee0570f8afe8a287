package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** Where the emulator keeps its frames is guessed from how its words change, and from nothing less. */
class FrameBuffersTest {
    private static final long ONE = 0x7f00_0010_0000L;
    private static final long OTHER = ONE + FrameBuffers.BYTES;

    /** Words that say nothing, with {@code pairs[frame]} at {@code index}. */
    private static long[][] seen(int index, long[]... pairs) {
        long[][] seen = new long[pairs.length][FrameBuffers.WORDS];
        for (int frame = 0; frame < pairs.length; frame++) {
            for (int i = 0; i < FrameBuffers.WORDS; i++) {
                seen[frame][i] = ONE * i + (i % 3 == 0 ? frame : 0);
            }
            seen[frame][index] = pairs[frame][0];
            seen[frame][index + 1] = pairs[frame][1];
        }
        return seen;
    }

    private static long[] pair(long a, long b) {
        return new long[] {a, b};
    }

    @Test
    void shouldFindTheWordsThatChangePlaces() {
        for (int index = 0; index + 1 < FrameBuffers.WORDS; index++) {
            assertEquals(
                    index, FrameBuffers.swapping(seen(index, pair(ONE, OTHER), pair(OTHER, ONE), pair(ONE, OTHER)), 3));
            assertEquals(index, FrameBuffers.swapping(seen(index, pair(OTHER, ONE), pair(ONE, OTHER)), 2));
        }
    }

    @Test
    void shouldNotTakeWordsThatStayOrOverlapOrAreNoAddresses() {
        assertEquals(-1, FrameBuffers.swapping(seen(5, pair(ONE, OTHER), pair(ONE, OTHER)), 2), "stay");
        assertEquals(
                -1,
                FrameBuffers.swapping(seen(5, pair(ONE, OTHER), pair(OTHER, ONE), pair(OTHER, ONE)), 3),
                "once only");
        assertEquals(-1, FrameBuffers.swapping(seen(5, pair(ONE, ONE + 8), pair(ONE + 8, ONE)), 2), "overlap");
        assertEquals(-1, FrameBuffers.swapping(seen(5, pair(7, 1 << 20), pair(1 << 20, 7)), 2), "no address");
        assertEquals(-1, FrameBuffers.swapping(seen(5, pair(ONE, OTHER)), 1), "one frame says nothing");
    }

    @Test
    void shouldBeFoundOnThisPlatform() {
        try (AleEmulator emulator = EmulatorTestKit.homebrew()) {
            assertTrue(emulator.canSave());
        }
    }

    /** What checkpoints of such games come to is the trainer's to say. */
    @Test
    void shouldLetAGameSayThatItCannotBeSaved() {
        FakeEmulator fake = FakeEmulator.endless(Fakes.SIX);
        Emulator unsaved = (Emulator) Proxy.newProxyInstance(
                Emulator.class.getClassLoader(),
                new Class<?>[] {Emulator.class},
                (proxy, method, arguments) ->
                        method.getName().equals("canSave") ? false : method.invoke(fake, arguments));
        assertTrue(new AtariEnvironment("ALE/Fake-v5", fake, Fakes.plain()).canSaveState());
        assertFalse(new AtariEnvironment("ALE/Fake-v5", unsaved, Fakes.plain()).canSaveState());
    }

    @Test
    void shouldRefuseAStateWithoutFrames() {
        try (AleEmulator emulator = EmulatorTestKit.homebrew()) {
            byte[] bare = NativeState.wrap(Homebrew.MD5, new byte[2 * FrameBuffers.BYTES]);
            assertEquals(
                    "the saved emulator has no frames",
                    assertThrows(IllegalArgumentException.class, () -> emulator.restore(bare))
                            .getMessage());
        }
    }
}
