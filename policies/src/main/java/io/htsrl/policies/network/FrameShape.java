package io.htsrl.policies.network;

import io.htsrl.core.environment.ObservationSpace;

/**
 * Order of a frame's pixels in an observation: {@code [row][column]}, {@code [row][column][plane]} as Gymnasium's
 * pictures do, or {@code [plane][row][column]} as its stacks of frames do. The first of three extents are the planes
 * where they are fewer than the last ones. Immutable.
 *
 * @param height rows
 * @param width columns
 * @param planes of a pixel: 1 of grey frames, 3 of coloured ones
 * @param planesFirst whether a plane lies behind the other, else the planes of a pixel side by side
 */
public record FrameShape(int height, int width, int planes, boolean planesFirst) {

    /** Returns whether an observation is a frame. */
    public static boolean fits(ObservationSpace space) {
        int extents = space.shape().length;
        return extents == 2 || extents == 3;
    }

    /** Returns the shape of an observation that {@link #fits}. */
    public static FrameShape of(ObservationSpace space) {
        return of(space.shape());
    }

    /** Returns the shape of a frame of two or three extents. */
    static FrameShape of(int... shape) {
        if (shape.length == 2) {
            return new FrameShape(shape[0], shape[1], 1, false);
        }
        return shape[0] < shape[2]
                ? new FrameShape(shape[1], shape[2], shape[0], true)
                : new FrameShape(shape[0], shape[1], shape[2], false);
    }

    /** Returns the number of elements of a frame. */
    public int size() {
        return Math.multiplyExact(Math.multiplyExact(height, width), planes);
    }

    /** Returns the elements from a plane of a pixel to the next. */
    public int planeStride() {
        return planesFirst ? height * width : 1;
    }

    /** Returns the elements from a pixel to the next of its row. */
    public int pixelStride() {
        return planesFirst ? 1 : planes;
    }
}
