package io.htsrl.atari.preprocessing;

/**
 * Area interpolation from its definition: an output pixel is the mean of the source, taken as a function that is
 * constant on each pixel's square, over the part that the output pixel covers. Slow, in {@code double}.
 */
public final class NaiveArea {

    private NaiveArea() {}

    /** The means, {@code [size][size]}, before they are rounded. */
    public static double[][] means(int[][] levels, int size) {
        double[][] means = new double[size][size];
        double cellHeight = levels.length / (double) size;
        double cellWidth = levels[0].length / (double) size;
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                means[y][x] = integral(levels, y * cellHeight, (y + 1) * cellHeight, x * cellWidth, (x + 1) * cellWidth)
                        / (cellHeight * cellWidth);
            }
        }
        return means;
    }

    private static double integral(int[][] levels, double top, double bottom, double left, double right) {
        double sum = 0;
        for (int y = (int) top; y < Math.min(levels.length, Math.ceil(bottom)); y++) {
            double rows = Math.min(bottom, y + 1) - Math.max(top, y);
            for (int x = (int) left; x < Math.min(levels[y].length, Math.ceil(right)); x++) {
                double columns = Math.min(right, x + 1) - Math.max(left, x);
                sum += rows * columns * levels[y][x];
            }
        }
        return sum;
    }
}
