package io.htsrl.policies.layers;

import io.htsrl.policies.gradient.Matrix;

/**
 * Execution of one layer over rows: forward for actors, forward and backward for a learner. Calls for different rows,
 * or for different ranges, may run at the same time. Rows are independent of each other, and each element is one chain
 * of operations in a fixed order. Matrices of inputs whose gradient is not used have none.
 */
abstract class LayerStep {
    final Matrix output;

    LayerStep(Matrix output) {
        this.output = output;
    }

    /** Copies in the parameters for a learner's passes, beside those of {@link LayerWeights}. */
    void load(float[] parameters) {}

    /** Computes {@code count} output rows from {@code first}. */
    abstract void forward(LayerWeights weights, int first, int count);

    /** Computes the gradients of the inputs from that of the output, for {@code count} rows from {@code first}. */
    void backward(LayerWeights weights, int first, int count) {}

    /** Returns the number of ranges that the parameters' gradient is divided into; 0 without parameters. */
    int ranges() {
        return 0;
    }

    /** Prepares {@link #differentiate}; one thread. */
    void beginSums() {}

    /** Computes the gradient of one range of the parameters over {@code rows} rows. */
    void differentiate(LayerWeights weights, int range, int rows, float[] parameterGradient, int lane) {}

    /** Ends {@link #differentiate}; one thread. */
    void endSums(float[] parameterGradient) {}
}
