package io.htsrl.core.environment;

import java.util.List;

/** An environment that can draw its current state. Thread rule of the environment. */
public interface Rendered {

    /** Returns the number of pixels in a row of the picture. */
    int renderWidth();

    /** Returns the number of rows of the picture. */
    int renderHeight();

    /** Writes the picture of the current state: packed {@code 0xRRGGBB}, {@code [renderHeight][renderWidth]}. */
    void render(int[] pixels);

    /** Returns the current state as lines of ASCII, for a person who plays; empty where {@link #keys} is. */
    default String text() {
        return "";
    }

    /**
     * Returns the line that a person types for each discrete action, such as {@code 1}; empty where nobody can play.
     */
    default List<String> keys() {
        return List.of();
    }
}
