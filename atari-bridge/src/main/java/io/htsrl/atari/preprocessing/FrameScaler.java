package io.htsrl.atari.preprocessing;

import java.util.Arrays;

/**
 * Turns one screen, or the pixelwise maximum of two, into a smaller picture: the tone of every palette index, the
 * maximum of the two frames, then area interpolation. It uses whole numbers: an output pixel is its exact mean, ties to
 * even. This equals OpenCV's {@code INTER_AREA} except for OpenCV's float rounding: 3 of the 7056 pixels of a screen of
 * noise differ, by one level. One thread at a time; allocates nothing per frame.
 *
 * <p>Rows that equal the row above them, which are most of a game's screen, are not computed again: a simple screen
 * takes about 15 µs, one of noise 60.
 */
public final class FrameScaler {
    private static final int SHIFT = 40;

    private final int width;
    private final int size;
    private final AreaWeights rows;
    private final AreaWeights columns;
    private final int total;
    private final long reciprocal;
    /** Mask that clears the last bit where the total is even; an odd total has no ties. */
    private final int tieMask;

    private final BrighterScreen brighter;
    /** The weighted sum of the source rows of an output row. */
    private final int[] sums;

    /**
     * @param height rows of a screen
     * @param width palette indices in a row
     * @param size rows and columns of the picture
     * @throws IllegalArgumentException unless {@code size} is in 1 .. the smaller of the two
     */
    public FrameScaler(int height, int width, int size) {
        this.width = width;
        this.size = size;
        rows = new AreaWeights(height, size);
        columns = new AreaWeights(width, size);
        total = Math.multiplyExact(rows.total, columns.total);
        // n * reciprocal >>> SHIFT is n / total for every n up to 256 * total while total is less than 2^16
        if (total >= 1 << 16) {
            throw new IllegalArgumentException("screens of " + height + "x" + width + " are too large");
        }
        reciprocal = (1L << SHIFT) / total + 1;
        tieMask = total % 2 == 0 ? ~1 : ~0;
        brighter = new BrighterScreen(height, width);
        sums = new int[width];
    }

    /**
     * Writes the picture of the pixelwise maximum of two screens.
     *
     * @param screen palette indices, {@code [height][width]}
     * @param other the other screen; {@code screen} itself for a picture of one
     * @param palette value of each of the 256 palette indices, 0 .. 255
     * @param to destination; element {@code (y, x)} has index {@code offset + (y * size + x) * stride}
     * @param stride 1, or the number of planes of a picture whose pixels hold several
     */
    public void scale(byte[] screen, byte[] other, int[] palette, byte[] to, int offset, int stride) {
        brighter.become(screen, other, palette);
        int line = size * stride;
        for (int y = 0; y < size; y++) {
            int at = offset + y * line;
            if (y > 0 && brighter.holder(rows.first[y] + rows.taps - 1) <= rows.first[y - 1]) {
                // all source rows of this line and of the one above are equal
                copy(to, at - line, at, stride);
            } else {
                sumRows(y);
                writeLine(to, at, stride);
            }
        }
    }

    private void sumRows(int y) {
        int taps = rows.taps;
        if (taps == 3) {
            sumThreeRows(y);
            return;
        }
        Arrays.fill(sums, 0);
        for (int tap = 0; tap < taps; tap++) {
            int[] row = brighter.row(rows.first[y] + tap);
            int weight = rows.weights[y * taps + tap];
            for (int x = 0; x < width; x++) {
                sums[x] += weight * row[x];
            }
        }
    }

    /** Does the same as {@link #sumRows}, for the common case of 210 to 84. */
    private void sumThreeRows(int y) {
        int first = rows.first[y];
        int[] upper = brighter.row(first);
        int[] middle = brighter.row(first + 1);
        int[] lower = brighter.row(first + 2);
        int upperWeight = rows.weights[3 * y];
        int middleWeight = rows.weights[3 * y + 1];
        int lowerWeight = rows.weights[3 * y + 2];
        for (int x = 0; x < width; x++) {
            sums[x] = upperWeight * upper[x] + middleWeight * middle[x] + lowerWeight * lower[x];
        }
    }

    private void writeLine(byte[] to, int at, int stride) {
        if (columns.taps == 3) {
            writeLineOfThreeTaps(to, at, stride);
            return;
        }
        int taps = columns.taps;
        for (int x = 0; x < size; x++) {
            int sum = 0;
            for (int tap = 0; tap < taps; tap++) {
                sum += columns.weights[x * taps + tap] * sums[columns.first[x] + tap];
            }
            to[at + x * stride] = mean(sum);
        }
    }

    /** Does the same as {@link #writeLine}, for the common case of 160 to 84. */
    private void writeLineOfThreeTaps(byte[] to, int at, int stride) {
        int[] firsts = columns.first;
        int[] weights = columns.weights;
        for (int x = 0; x < size; x++) {
            int first = firsts[x];
            to[at + x * stride] = mean(weights[3 * x] * sums[first]
                    + weights[3 * x + 1] * sums[first + 1]
                    + weights[3 * x + 2] * sums[first + 2]);
        }
    }

    private byte mean(int sum) {
        int rounded = sum + total / 2;
        int level = (int) (rounded * reciprocal >>> SHIFT);
        return (byte) (level * total == rounded ? level & tieMask : level);
    }

    private void copy(byte[] to, int from, int at, int stride) {
        if (stride == 1) {
            System.arraycopy(to, from, to, at, size);
            return;
        }
        for (int x = 0; x < size * stride; x += stride) {
            to[at + x] = to[from + x];
        }
    }

    /**
     * The tones of one screen, or of the pixelwise maximum of two. Rows that equal the row above them in both, which
     * are most of a game's screen, are stored once. One thread at a time; allocates nothing per screen.
     */
    private static final class BrighterScreen {
        private final int height;
        private final int width;
        /**
         * Tones by row; only the first of equal rows is filled. Each row is a separate array, since only then loops
         * over several are vectorized.
         */
        private final int[][] tones;

        private final int[] holder;

        BrighterScreen(int height, int width) {
            this.height = height;
            this.width = width;
            tones = new int[height][width];
            holder = new int[height];
        }

        /** Returns the first of the equal rows that include row {@code y}. */
        int holder(int y) {
            return holder[y];
        }

        /** Returns the tones of row {@code y}. */
        int[] row(int y) {
            return tones[holder[y]];
        }

        /**
         * Sets the tones of the pixelwise maximum of two screens of palette indices; {@code palette} holds the tone of
         * each.
         */
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

    /**
     * Division of one axis' pixels among fewer pixels: the weights of area interpolation, as whole numbers. Immutable.
     *
     * <p>An output pixel covers {@code source / size} source pixels. Measured in {@code gcd / size} of a source pixel,
     * both begin and end at whole numbers, so the weights are exact: 210 to 84 gives 2 2 1 and 1 2 2 of 5 in turn.
     */
    static final class AreaWeights {
        /** Number of source pixels that an output pixel reads; unused ones have weight 0. */
        final int taps;
        /** First source pixel, by output pixel. */
        final int[] first;
        /** Weights, {@code [size][taps]}. */
        final int[] weights;
        /** The sum of an output pixel's weights. */
        final int total;

        /** @throws IllegalArgumentException unless {@code size} is in 1 .. {@code source} */
        AreaWeights(int source, int size) {
            if (size < 1 || size > source) {
                throw new IllegalArgumentException(size + " pixels from " + source + " must be in 1 .. " + source);
            }
            int gcd = gcd(source, size);
            int pixel = size / gcd;
            total = source / gcd;
            taps = mostTaps(size, pixel);
            first = new int[size];
            weights = new int[size * taps];
            for (int x = 0; x < size; x++) {
                // an output pixel that reads fewer source pixels than others must not read beyond the last one
                first[x] = Math.min(x * total / pixel, source - taps);
                for (int tap = 0; tap < taps; tap++) {
                    weights[x * taps + tap] = overlap(x * total, (first[x] + tap) * pixel, pixel);
                }
            }
        }

        private int mostTaps(int size, int pixel) {
            int most = 0;
            for (int x = 0; x < size; x++) {
                int last = ((x + 1) * total - 1) / pixel;
                most = Math.max(most, last - x * total / pixel + 1);
            }
            return most;
        }

        private int overlap(int cell, int begin, int pixel) {
            return Math.max(0, Math.min(cell + total, begin + pixel) - Math.max(cell, begin));
        }

        private static int gcd(int a, int b) {
            return b == 0 ? a : gcd(b, a % b);
        }
    }
}
