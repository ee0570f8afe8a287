package io.htsrl.atari.preprocessing;

/**
 * How the pixels of one axis are shared out over fewer: the weights of area interpolation, as whole numbers. Immutable.
 *
 * <p>An output pixel covers {@code source / size} source pixels. Measured in {@code gcd / size} of a source pixel, both
 * begin and end at whole numbers, so the weights are exact: 210 to 84 gives 2 2 1 and 1 2 2 of 5 in turn.
 */
final class AreaWeights {
    /** Source pixels that an output pixel looks at; unused ones weigh 0. */
    final int taps;
    /** The first of them, by output pixel. */
    final int[] first;
    /** {@code [size][taps]}. */
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
            // an output pixel that looks at fewer source pixels than others must not look beyond the last one
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
