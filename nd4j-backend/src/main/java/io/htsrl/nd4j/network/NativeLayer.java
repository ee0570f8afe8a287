package io.htsrl.nd4j.network;

/**
 * Layer of a network whose activations stay in native memory. Forward computes the output's values from the input's;
 * backward computes the input's gradient from the output's. One thread. Only ND4J allocates per call.
 */
interface NativeLayer {

    /** Copies the layer's parameters from the flat vector. */
    default void load(float[] parameters) {}

    /** Computes the output's values for the first {@code rows} rows. */
    void forward(int rows);

    /**
     * Computes the input's gradient, where it has one, and the layer's part of the parameter gradient, for the rows of
     * the last {@link #forward}. The output's gradient may be overwritten, values may not.
     */
    void backward(int rows, float[] parameterGradient);
}
