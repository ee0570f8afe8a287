package io.htsrl.environments;

/**
 * Which part of a task's plane a picture shows. Immutable.
 *
 * @param width  pixels in a row
 * @param height rows
 * @param left   the task's x at the left border
 * @param bottom the task's y at the lower border
 * @param scale  pixels for one unit of the task, the same both ways
 */
record PlaneView(int width, int height, double left, double bottom, double scale) {

    /** A square picture with the origin in the middle that reaches {@code radius} units to each side. */
    static PlaneView around(int pixels, double radius) {
        return new PlaneView(pixels, pixels, -radius, -radius, pixels / (2 * radius));
    }

    /** The column of {@code x}, with its fraction. */
    double column(double x) {
        return (x - left) * scale;
    }

    /** The row of {@code y}, with its fraction; rows count from the top. */
    double row(double y) {
        return height - (y - bottom) * scale;
    }
}
