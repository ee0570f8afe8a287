package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.bytedeco.ale.ALEInterface;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the tables of colours and greys with the screens that ALE itself makes of the same pixels. */
class ColoursTest {
    private static final int PIXELS = Emulator.HEIGHT * Emulator.WIDTH;
    private static final int FRAMES = 400;

    private final byte[] screen = new byte[PIXELS];
    private final byte[] expected = new byte[PIXELS];
    private final byte[] actual = new byte[PIXELS];

    @Test
    void shouldGiveTheGreysAndColoursThatAleGives(@TempDir Path folder) throws IOException {
        String file =
                Files.write(folder.resolve("pong.bin"), Homebrew.rom().bytes()).toString();
        try (AleEmulator emulator = new AleEmulator();
                ALEInterface ale = new ALEInterface()) {
            emulator.load(Homebrew.rom(), OptionalInt.empty(), OptionalInt.empty());
            ale.setFloat("repeat_action_probability", 0);
            ale.loadROM(file);
            byte[] greys = emulator.greys();
            int[] palette = emulator.palette();
            boolean[] seen = new boolean[256];
            for (int frame = 0; frame < FRAMES; frame++) {
                int action = frame / 7 % 2 == 0 ? 3 : 4;
                emulator.act(action);
                ale.act(action);
                emulator.screen(screen, 0);
                assertGreysOf(ale, greys);
                assertColoursOf(ale, palette);
                note(seen);
            }
            assertTrue(count(seen) >= 3, "a screen has the ground and two kinds of things, at least");
        }
    }

    @Test
    void shouldGiveTheGreyOfEveryColourThatAScreenCanHold() {
        try (AleEmulator emulator = new AleEmulator();
                ALEInterface ale = new ALEInterface()) {
            emulator.load(Homebrew.rom(), OptionalInt.empty(), OptionalInt.empty());
            byte[] indices = new byte[128]; // those that an NTSC screen can hold are even
            byte[] ofAle = new byte[128];
            byte[] ours = new byte[128];
            for (int i = 0; i < 128; i++) {
                indices[i] = (byte) (2 * i);
                ours[i] = emulator.greys()[2 * i];
            }
            ale.theOSystem().colourPalette().setPalette("standard", "NTSC");
            ale.theOSystem().colourPalette().applyPaletteGrayscale(ofAle, indices, 128);
            assertArrayEquals(ofAle, ours);
        }
    }

    private void assertGreysOf(ALEInterface ale, byte[] greys) {
        ale.getScreenGrayscale(expected);
        for (int i = 0; i < PIXELS; i++) {
            actual[i] = greys[screen[i] & 0xFF];
        }
        assertArrayEquals(expected, actual);
    }

    private void assertColoursOf(ALEInterface ale, int[] palette) {
        byte[] rgb = new byte[3 * PIXELS];
        ale.getScreenRGB(rgb);
        for (int i = 0; i < PIXELS; i++) {
            int colour = (rgb[3 * i] & 0xFF) << 16 | (rgb[3 * i + 1] & 0xFF) << 8 | rgb[3 * i + 2] & 0xFF;
            assertEquals(palette[screen[i] & 0xFF], colour);
        }
    }

    private void note(boolean[] seen) {
        for (byte pixel : screen) {
            seen[pixel & 0xFF] = true;
        }
    }

    private static int count(boolean[] seen) {
        int count = 0;
        for (boolean one : seen) {
            count += one ? 1 : 0;
        }
        return count;
    }
}
