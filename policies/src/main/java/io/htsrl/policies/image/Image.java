package io.htsrl.policies.image;

import io.htsrl.policies.kernel.CacheAlignment;

/**
 * Images of one shape, one for each row of a batch, with the layout in which a convolution reads them in long runs: the
 * channels of a pixel side by side, pixels gathered in blocks of {@code block} by {@code block}, all inside a border of
 * zeros, which is never written. Blocks as high and wide as the stride make a window a few whole blocks: Nature's first
 * window of 8x8 pixels of four channels is two runs of 128 floats instead of eight of 32.
 *
 * @param channels floats of a pixel
 * @param height without the border
 * @param width without the border
 * @param border pixels on each side
 * @param block pixels on each side of a block; 1 for plain rows of pixels
 * @param gap unused floats behind each image
 * @param values the floats, from {@link CacheAlignment#ORIGIN} on; a few unused floats follow the last image, so that
 *     code may read beyond a pixel
 */
public record Image(int channels, int height, int width, int border, int block, int gap, float[] values) {
    private static final int SLACK = 16;

    /** Creates {@code rows} images of zeros. */
    public static Image zeros(int channels, int height, int width, int border, int block, int rows) {
        Image shape = new Image(channels, height, width, border, block, 0, null);
        return shape.over(CacheAlignment.floats(Math.addExact(Math.multiplyExact(shape.size(), rows), SLACK)));
    }

    /** Returns images of this shape over an array of one or more images. */
    public Image over(float[] array) {
        return new Image(channels, height, width, border, block, gap, array);
    }

    private static int blocks(int extent, int block) {
        return (extent + block - 1) / block;
    }

    /** Returns the number of floats from one image to the next. */
    public int size() {
        return Math.addExact(Math.multiplyExact(blocks(height + 2 * border, block), blockRow()), gap);
    }

    /** Returns the offset of an image, with its border. */
    public int begin(int image) {
        return CacheAlignment.ORIGIN + image * size();
    }

    /** Returns the offset of a pixel's channels in the first image. */
    public int offset(int y, int x) {
        int row = y + border;
        int column = x + border;
        int blockAt = row / block * blocks(width + 2 * border, block) + column / block;
        return CacheAlignment.ORIGIN + (blockAt * block * block + row % block * block + column % block) * channels;
    }

    /** Returns the floats from a block to the one below it. */
    public int blockRow() {
        return Math.multiplyExact(blocks(width + 2 * border, block), block * block * channels);
    }

    /** Returns the offset of each pixel of the first image, row by row. */
    public int[] pixels() {
        int[] offsets = new int[height * width];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = offset(i / width, i % width);
        }
        return offsets;
    }
}
