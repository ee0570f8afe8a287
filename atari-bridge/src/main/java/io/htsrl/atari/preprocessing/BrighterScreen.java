package io.htsrl.atari.preprocessing;

import java.util.Arrays;

/**
 * The tones of one screen, or of the brighter of two. Rows that equal the row above them in both are held once: most of
 * a game's screen. One thread at a time; allocates nothing per screen.
 */
final class BrighterScreen {
    /** Tones, {@code [height][width]}; only rows that hold others, or themselves. */
    final int[] tones;
    private final int height;
    private final int width;
    private final int[] holder;

    BrighterScreen(int height, int width) {
        this.height = height;
        this.width = width;
        tones = new int[height * width];
        holder = new int[height];
    }

    /** The row of {@link #tones} that holds row {@code y}: the first of the equal rows that it is one of. */
    int holder(int y) {
        return holder[y];
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
            for (int i = row; i < row + width; i++) {
                tones[i] = Math.max(palette[screen[i] & 0xff], palette[other[i] & 0xff]);
            }
        }
    }

    private boolean repeats(byte[] screen, int row) {
        return Arrays.equals(screen, row - width, row, screen, row, row + width);
    }
}
