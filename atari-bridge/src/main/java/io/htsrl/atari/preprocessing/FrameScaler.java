package io.htsrl.atari.preprocessing;

import java.util.Arrays;

/**
 * Turns one screen, or the brighter of two, into a smaller picture: the tone of every palette index, the maximum of the
 * two frames, then area interpolation. Whole numbers throughout: an output pixel is its exact mean, ties to even, which
 * is OpenCV's {@code INTER_AREA} but for the rounding of its floats: 3 of the 7056 pixels of a screen of noise differ,
 * by one level. One thread at a time; allocates nothing per frame.
 *
 * <p>Rows that equal the row above them, most of a game's screen, are not computed again: a simple screen takes about
 * 15 µs, one of noise 60.
 */
public final class FrameScaler {
    private static final int SHIFT = 40;

    private final int width;
    private final int size;
    private final AreaWeights rows;
    private final AreaWeights columns;
    private final int total;
    private final long reciprocal;
    /** Clears the last bit where the total is even; where it is odd there are no ties. */
    private final int tieMask;

    private final BrighterScreen brighter;
    /** The weighted sum of the source rows of an output row. */
    private final int[] sums;

    /**
     * @param height rows of a screen
     * @param width  palette indices in a row
     * @param size   rows and columns of the picture
     * @throws IllegalArgumentException unless {@code size} is in 1 .. the lesser of the two
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
     * Writes the picture of the brighter of two screens.
     *
     * @param screen  palette indices, {@code [height][width]}
     * @param other   the other screen; {@code screen} itself for a picture of one
     * @param palette what each of the 256 palette indices becomes, 0 .. 255
     * @param to      where element {@code (y, x)} goes to index {@code offset + (y * size + x) * stride}
     * @param stride  1, or the number of planes of a picture whose pixels hold several
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

    /** As {@link #sumRows}, for the usual 210 to 84. */
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

    /** As {@link #writeLine}, for the usual 160 to 84. */
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
}
