package io.htsrl.environments;

/**
 * The part of a task's plane that a picture shows. Immutable.
 *
 * @param width  pixels in a row
 * @param height rows
 * @param left   the task's x at the left border
 * @param bottom the task's y at the lower border
 * @param scale  pixels for one unit of the task, the same both ways
 */
record PlaneView(int width, int height, double left, double bottom, double scale) {

    /** Returns a square view with the origin in the middle that extends {@code radius} units to each side. */
    static PlaneView around(int pixels, double radius) {
        return new PlaneView(pixels, pixels, -radius, -radius, pixels / (2 * radius));
    }

    /** Returns the column of {@code x}, with its fraction. */
    double column(double x) {
        return (x - left) * scale;
    }

    /** Returns the row of {@code y}, with its fraction; rows count from the top. */
    double row(double y) {
        return height - (y - bottom) * scale;
    }
}
