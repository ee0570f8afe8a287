package io.htsrl.core.render;

import java.util.Arrays;

/**
 * One picture of an environment. Immutable by use.
 *
 * @param width pixels in a row
 * @param height rows
 * @param pixels packed {@code 0xRRGGBB}, {@code [height][width]}
 */
public record RgbFrame(int width, int height, int[] pixels) {

    @Override
    public boolean equals(Object other) {
        return other instanceof RgbFrame picture
                && picture.width == width
                && picture.height == height
                && Arrays.equals(picture.pixels, pixels);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(pixels);
    }

    @Override
    public String toString() {
        return "picture of " + width + " x " + height;
    }
}
