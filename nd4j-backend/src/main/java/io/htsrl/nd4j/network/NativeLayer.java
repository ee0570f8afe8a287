package io.htsrl.nd4j.network;

/**
 * One step of a network whose activations stay in native memory: from its input's values to its output's, and back
 * from the output's gradient to the input's. One thread. Nothing is allocated per call but what ND4J allocates.
 */
interface NativeLayer {

    /** Takes its own parameters out of the flat vector. */
    default void load(float[] parameters) {}

    /** Computes the output's values for the first {@code rows} rows. */
    void forward(int rows);

    /**
     * Computes the input's gradient, where it has one, and the layer's part of the parameter gradient, for the rows of
     * the last {@link #forward}. The output's gradient may be overwritten, values may not.
     */
    void backward(int rows, float[] parameterGradient);
}
