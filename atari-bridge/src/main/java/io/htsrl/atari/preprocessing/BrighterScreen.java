package io.htsrl.atari.preprocessing;

import java.util.Arrays;

/**
 * The tones of one screen, or of the brighter of two. Rows that equal the row above them in both are held once: most of
 * a game's screen. One thread at a time; allocates nothing per screen.
 */
final class BrighterScreen {
    private final int height;
    private final int width;
    /** Only rows that hold others, or themselves. An array for each: only then loops over several are vectorized. */
    private final int[][] tones;

    private final int[] holder;

    BrighterScreen(int height, int width) {
        this.height = height;
        this.width = width;
        tones = new int[height][width];
        holder = new int[height];
    }

    /** The first of the equal rows that row {@code y} is one of. */
    int holder(int y) {
        return holder[y];
    }

    /** The tones of row {@code y}. */
    int[] row(int y) {
        return tones[holder[y]];
    }

    /** Becomes the brighter of two screens of palette indices; {@code palette} holds the tone of each. */
    void become(byte[] screen, byte[] other, int[] palette) {
        for (int y = 0; y < height; y++) {
            int row = y * width;
            if (y > 0 && repeats(screen, row) && (other == screen || repeats(other, row))) {
                holder[y] = holder[y - 1];
                continue;
            }
            holder[y] = y;
            int[] tone = tones[y];
            for (int x = 0; x < width; x++) {
                tone[x] = Math.max(palette[screen[row + x] & 0xff], palette[other[row + x] & 0xff]);
            }
        }
    }

    private boolean repeats(byte[] screen, int row) {
        return Arrays.equals(screen, row - width, row, screen, row, row + width);
    }
}
