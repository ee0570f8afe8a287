package io.htsrl.policies.kernel;

/**
 * The arithmetic of layers on heap arrays. Implementations give equal bits: every element is computed on its
 * own, by the operations written here in this order, so neither the vector width nor the tiling nor the other rows of
 * a batch can reach it. Stateless, any thread; nothing is allocated.
 *
 * <p>Rows are padded: widths, strides, column offsets and counts are multiples of {@link #ALIGNMENT}. What padding
 * columns hold is unspecified unless weights and bias are zero there; no real column depends on it.
 */
public interface DenseKernel {
    /** Floats that every padded width is a multiple of: a whole number of vectors of up to 512 bits. */
    int ALIGNMENT = 16;

    /** The least multiple of {@link #ALIGNMENT} that holds {@code columns}. */
    static int pad(int columns) {
        return Math.multiplyExact((columns + ALIGNMENT - 1) / ALIGNMENT, ALIGNMENT);
    }

    /** For people, such as {@code vectors of 512 bits}. */
    String description();

    /**
     * A dense layer's right-hand side.
     *
     * @param bias       holds {@code width} biases from {@code biasOffset}
     * @param biasOffset where they begin
     * @param values     holds the weights, row {@code k} of {@code width} floats at {@code offset + k * width}
     * @param offset     where row 0 begins
     * @param width      padded number of outputs
     */
    record Weights(float[] bias, int biasOffset, float[] values, int offset, int width) {}

    /**
     * {@code out[i][j] = fma(in[i][depth-1], w[depth-1][j], ... fma(in[i][0], w[0][j], bias[j]))}.
     *
     * @param depth inputs of a row, 0 or more
     */
    void dense(Weights weights, int depth, InputRows in, int rows, OutputRows out);

    /**
     * {@code out[i][j] = fma(in[i][depth-1], w[depth-1][j], ... fma(in[i][0], w[0][j], bias[j]))}, where
     * {@code in[i]} are the floats of window i, run after run: a convolution, or a dense layer of many inputs.
     *
     * @param in    of the weights' depth
     * @param count windows
     * @param out   receives padded rows; none overlaps another, or a window
     */
    void windows(Panels weights, Windows in, int count, PlacedRows out);

    /** {@code x = } {@link RationalTanh#tanh}, elementwise over the first {@code count} values. */
    void tanh(float[] values, int count);

    /** {@code x = x <= 0 ? 0 : x}, elementwise over the first {@code count} values; NaN stays. */
    void relu(float[] values, int count);

    /** {@code to = from <= 0 ? 0 : from}, elementwise over the first {@code count} values; NaN stays. */
    void relu(float[] from, float[] to, int count);

    /**
     * {@code to[t + i] = max(from[a + i], from[b + i], from[c + i])} for {@code count} values, as {@link Math#max}:
     * NaN is greater than all numbers, 0 than -0.
     */
    void max(float[] from, int a, int b, int c, float[] to, int t, int count);

    /** {@code g = g * fma(-a, a, 1)}: through tanh, whose output was {@code a}. */
    void tanhGradient(float[] gradient, float[] activations, int count);

    /** {@code g = a <= 0 ? 0 : g}: through relu, whose output was {@code a}. */
    void reluGradient(float[] gradient, float[] activations, int count);

    /** {@code m[i][j] = m[i][j] + row[j]}. */
    void addRow(float[] matrix, int rows, int width, float[] row);

    /** {@code a = a + b}, elementwise over the first {@code count} values. */
    void add(float[] a, float[] b, int count);

    /** {@code sums[j] = ((0 + m[0][j]) + m[1][j]) + ...}. */
    void columnSums(float[] matrix, int rows, int width, float[] sums);
}
