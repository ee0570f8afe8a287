package io.htsrl.core.environment;

/** An environment that can draw its current state. Thread rule of the environment. */
public interface Rendered {

    /** Returns the number of pixels in a row of the picture. */
    int renderWidth();

    /** Returns the number of rows of the picture. */
    int renderHeight();

    /** Writes the picture of the current state: packed {@code 0xRRGGBB}, {@code [renderHeight][renderWidth]}. */
    void render(int[] pixels);
}
