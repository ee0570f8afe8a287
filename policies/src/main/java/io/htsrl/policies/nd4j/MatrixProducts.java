package io.htsrl.policies.nd4j;

/**
 * The three matrix products of one dense layer's training, on the matrices it was made for: all that a compute
 * backend has to provide. One thread. The same calls give the same bits in every run on one machine.
 */
interface MatrixProducts extends AutoCloseable {

    /** Chooses an implementation for one layer. */
    interface Factory {
        MatrixProducts create(LayerMatrices matrices);
    }

    /** Takes the layer's weights W out of the flat vector. */
    void load(float[] parameters);

    /** {@code output = input W} for the first {@code rows} rows. */
    void multiply(int rows);

    /** {@code input^T outputGradient} into the layer's weights of the flat gradient; after {@link #multiply}. */
    void multiplyTransposedLeft(int rows, float[] parameterGradient);

    /** {@code inputGradient = outputGradient W^T}; after {@link #multiplyTransposedLeft}. */
    void multiplyTransposedRight(int rows);

    @Override
    void close();
}
