package io.htsrl.nd4j.network;

import java.nio.FloatBuffer;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Activation between two layers: values, and the scalar's gradient with respect to them, each
 * {@code [maxRows][height][width][channels]} or {@code [maxRows][columns]}. Channels are innermost, because the
 * backend's convolutions are fastest then.
 *
 * @param values output of the previous layer
 * @param gradient with respect to the values; null for the network's input, whose gradient is not used
 */
record NativeActivation(INDArray values, INDArray gradient) {

    static NativeActivation create(NativeMemory memory, long... shape) {
        return new NativeActivation(memory.array(shape), memory.array(shape));
    }

    int maxRows() {
        return (int) values.size(0);
    }

    /** Returns the number of floats of one row. */
    int rowSize() {
        return (int) (values.length() / values.size(0));
    }

    /** Returns the first rows of the values. */
    INDArray values(int rows) {
        return NativeMemory.firstRows(values, rows);
    }

    /** Returns the first rows of the gradient. */
    INDArray gradient(int rows) {
        return NativeMemory.firstRows(gradient, rows);
    }

    /** Returns the first rows of the values as a matrix. */
    INDArray valueMatrix(int rows) {
        return NativeMemory.view(values, 0, rows, rowSize());
    }

    /** Returns the first rows of the gradient as a matrix. */
    INDArray gradientMatrix(int rows) {
        return NativeMemory.view(gradient, 0, rows, rowSize());
    }

    static void write(float[] from, int offset, int count, FloatBuffer to, int at) {
        to.position(at);
        to.put(from, offset, count);
    }

    static void read(FloatBuffer from, int at, float[] to, int offset, int count) {
        from.position(at);
        from.get(to, offset, count);
    }
}
