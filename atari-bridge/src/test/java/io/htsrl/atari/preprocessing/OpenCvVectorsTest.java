package io.htsrl.atari.preprocessing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Compares with what OpenCV 4.5.5 itself gives: see {@code src/test/opencv/README.md}. */
class OpenCvVectorsTest {
    private static final int HEIGHT = 210;
    private static final int WIDTH = 160;

    @Test
    void shouldBeWithinOneLevelOfOpenCvAndEqualOnScreensOfAGame() throws IOException {
        try (DataInputStream in =
                new DataInputStream(new GZIPInputStream(getClass().getResourceAsStream("opencv-inter-area.gz")))) {
            int screens = in.readInt();
            assertEquals(6, screens);
            for (int i = 0; i < screens; i++) {
                compare(in);
            }
            assertEquals(-1, in.read());
        }
    }

    private static void compare(DataInputStream in) throws IOException {
        String name = in.readUTF();
        byte[] screen = new byte[HEIGHT * WIDTH];
        in.readFully(screen);
        int pictures = in.readInt();
        assertEquals(5, pictures);
        for (int i = 0; i < pictures; i++) {
            int size = in.readInt();
            byte[] expected = new byte[size * size];
            in.readFully(expected);
            compare(name + " at " + size, screen, size, expected);
        }
    }

    private static void compare(String what, byte[] screen, int size, byte[] expected) {
        byte[] actual = new byte[size * size];
        int[] identity = new int[256];
        Arrays.setAll(identity, level -> level);
        new FrameScaler(HEIGHT, WIDTH, size).scale(screen, screen, identity, actual, 0, 1);
        int differing = 0;
        for (int i = 0; i < actual.length; i++) {
            int difference = Math.abs((actual[i] & 0xff) - (expected[i] & 0xff));
            assertTrue(difference <= 1, what + ", pixel " + i + ": " + difference + " levels");
            differing += difference;
        }
        // means near a half, that the floats of OpenCV round to either side
        double share = what.startsWith("homebrew") ? 0 : size == 84 ? 1e-3 : 0.2;
        assertTrue(differing <= share * actual.length, what + ": " + differing + " pixels of " + actual.length);
    }
}
