package io.htsrl.core.environment;

/** An environment whose current state can be seen. Thread rule of the environment. */
public interface Rendered {

    /** Pixels in a row of the picture. */
    int renderWidth();

    /** Rows of the picture. */
    int renderHeight();

    /** Writes the picture of the current state: packed {@code 0xRRGGBB}, {@code [renderHeight][renderWidth]}. */
    void render(int[] pixels);
}
