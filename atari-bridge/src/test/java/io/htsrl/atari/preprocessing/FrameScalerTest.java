package io.htsrl.atari.preprocessing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.htsrl.core.random.RandomStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FrameScalerTest {
    private static final int HEIGHT = 210;
    private static final int WIDTH = 160;

    /** Noise in blocks, so that rows repeat, more or less often. */
    private static byte[] screen(RandomStream draws, int blockHeight, int blockWidth) {
        byte[] screen = new byte[HEIGHT * WIDTH];
        for (int i = 0; i < screen.length; i++) {
            screen[i] = (byte) draws.bits(i / WIDTH / blockHeight, i % WIDTH / blockWidth);
        }
        return screen;
    }

    private static int[] palette(RandomStream draws) {
        int[] palette = new int[256];
        Arrays.setAll(palette, i -> (int) draws.bits(i) & 0xff);
        return palette;
    }

    private static int[][] brighter(byte[] screen, byte[] other, int[] palette) {
        int[][] levels = new int[HEIGHT][WIDTH];
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int a = palette[screen[y * WIDTH + x] & 0xff];
                int b = palette[other[y * WIDTH + x] & 0xff];
                levels[y][x] = a > b ? a : b;
            }
        }
        return levels;
    }

    @Property(tries = 60)
    void shouldGiveTheRoundedMeanOfTheBrighterOfTwoScreens(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 160) int size,
            @ForAll @IntRange(min = 1, max = 9) int blockHeight,
            @ForAll @IntRange(min = 1, max = 9) int blockWidth) {
        assertRounded(seed, size, blockHeight, blockWidth);
    }

    @Property(tries = 60)
    void shouldGiveTheRoundedMeanInTheUsualSize(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int blockHeight) {
        assertRounded(seed, 84, blockHeight, 3);
    }

    private static void assertRounded(long seed, int size, int blockHeight, int blockWidth) {
        RandomStream draws = RandomStream.root(seed);
        byte[] screen = screen(draws.spawn("screen"), blockHeight, blockWidth);
        byte[] other = screen(draws.spawn("other"), blockHeight + 2, blockWidth);
        int[] palette = palette(draws.spawn("palette"));
        byte[] picture = new byte[size * size];
        new FrameScaler(HEIGHT, WIDTH, size).scale(screen, other, palette, picture, 0, 1);
        double[][] means = NaiveArea.means(brighter(screen, other, palette), size);
        for (int i = 0; i < picture.length; i++) {
            double mean = means[i / size][i % size];
            int level = picture[i] & 0xff;
            boolean tie = Math.abs(mean - StrictMath.floor(mean) - 0.5) < 1e-7;
            assertTrue(
                    Math.abs(level - mean) < 0.5 + 1e-7 && !(tie && level % 2 == 1),
                    "pixel " + i + " is " + level + " for a mean of " + mean);
        }
    }

    /** Two levels of equal area make a tie: it goes to the even level, as OpenCV's rounding does. */
    @Test
    void shouldRoundTiesToEven() {
        byte[] screen = new byte[4];
        int[] palette = new int[256];
        byte[] picture = new byte[1];
        FrameScaler scaler = new FrameScaler(2, 2, 1);
        for (int level = 0; level < 255; level++) {
            palette[0] = level;
            palette[1] = level + 1;
            screen[0] = 1;
            screen[3] = 1;
            scaler.scale(screen, screen, palette, picture, 0, 1);
            assertEquals(level + level % 2, picture[0] & 0xff);
        }
    }

    @Test
    void shouldKeepEveryLevelOfAnEvenScreen() {
        byte[] screen = new byte[HEIGHT * WIDTH];
        for (int size : new int[] {1, 7, 33, 84, 160}) {
            FrameScaler scaler = new FrameScaler(HEIGHT, WIDTH, size);
            byte[] picture = new byte[size * size];
            for (int level = 0; level < 256; level++) {
                int[] palette = new int[256];
                palette[0] = level;
                scaler.scale(screen, screen, palette, picture, 0, 1);
                for (byte pixel : picture) {
                    assertEquals(level, pixel & 0xff);
                }
            }
        }
    }

    @Test
    void shouldWriteOnePlaneOfSeveralAndNothingElse() {
        RandomStream draws = RandomStream.root(5);
        byte[] screen = screen(draws, 3, 2);
        int[] palette = palette(draws.spawn("palette"));
        byte[] alone = new byte[84 * 84];
        byte[] among = new byte[84 * 84 * 3 + 10];
        Arrays.fill(among, (byte) 77);
        FrameScaler scaler = new FrameScaler(HEIGHT, WIDTH, 84);
        scaler.scale(screen, screen, palette, alone, 0, 1);
        scaler.scale(screen, screen, palette, among, 5 + 1, 3);
        for (int i = 0; i < among.length; i++) {
            boolean inside = i >= 6 && i < 5 + alone.length * 3 && (i - 6) % 3 == 0;
            assertEquals(inside ? alone[(i - 6) / 3] : 77, among[i], "element " + i);
        }
    }

    /** What a scaler did before must not show. */
    @Test
    void shouldForgetTheScreensBefore() {
        FrameScaler used = new FrameScaler(HEIGHT, WIDTH, 84);
        for (int seed = 0; seed < 20; seed++) {
            RandomStream draws = RandomStream.root(seed);
            byte[] screen = screen(draws, 1 + seed % 7, 4);
            byte[] other = screen(draws.spawn("other"), 1 + seed % 5, 4);
            int[] palette = palette(draws.spawn("palette"));
            byte[] first = new byte[84 * 84];
            byte[] fresh = new byte[84 * 84];
            used.scale(screen, other, palette, first, 0, 1);
            new FrameScaler(HEIGHT, WIDTH, 84).scale(screen, other, palette, fresh, 0, 1);
            assertEquals(Arrays.toString(fresh), Arrays.toString(first));
        }
    }

    @Test
    void shouldAllocateNothingPerScreen() {
        FrameScaler scaler = new FrameScaler(HEIGHT, WIDTH, 84);
        byte[] screen = screen(RandomStream.root(1), 2, 2);
        byte[] picture = new byte[84 * 84];
        int[] palette = palette(RandomStream.root(2));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int window = 0; window < 20; window++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 100; i++) {
                scaler.scale(screen, screen, palette, picture, 0, 1);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertEquals(0, least);
    }
}
