package io.htsrl.policies.acting;

/**
 * One image with the layout in which a convolution reads it in long runs: the channels of a pixel side by side, pixels
 * gathered in blocks of {@code block} by {@code block}, all inside a border of zeros, to which nobody writes. Blocks as
 * high and wide as the stride make a window a few whole blocks: Nature's first window of 8x8 pixels of four channels is
 * two runs of 128 floats instead of eight of 32.
 *
 * @param channels floats of a pixel
 * @param height   without the border
 * @param width    without the border
 * @param border   pixels on each side
 * @param block    pixels on each side of a block; 1 for plain rows of pixels
 * @param values   the floats
 */
record Image(int channels, int height, int width, int border, int block, float[] values) {

    /** An image of zeros. */
    Image(int channels, int height, int width, int border, int block) {
        this(
                channels,
                height,
                width,
                border,
                block,
                new float
                        [Math.multiplyExact(
                                blocks(height + 2 * border, block) * blocks(width + 2 * border, block),
                                block * block * channels)]);
    }

    private static int blocks(int extent, int block) {
        return (extent + block - 1) / block;
    }

    /** Where the channels of a pixel begin. */
    int offset(int y, int x) {
        int row = y + border;
        int column = x + border;
        int blockAt = row / block * blocks(width + 2 * border, block) + column / block;
        return (blockAt * block * block + row % block * block + column % block) * channels;
    }

    /** Floats from a block to the one below it. */
    int blockRow() {
        return blocks(width + 2 * border, block) * block * block * channels;
    }
}
