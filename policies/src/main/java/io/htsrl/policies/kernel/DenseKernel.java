package io.htsrl.policies.kernel;

/**
 * Arithmetic of layers on heap arrays. Implementations give equal bits: every element is computed separately, by the
 * operations given here in this order, so it depends on neither vector width nor tiling nor the other rows of a batch.
 * Stateless, any thread; nothing is allocated.
 *
 * <p>Rows are padded: widths, strides, column offsets and counts are multiples of {@link #ALIGNMENT}. The content of
 * padding columns is unspecified unless weights and bias are zero there; no real column depends on it.
 */
public interface DenseKernel {
    /** Divisor of every padded width, in floats: a whole number of vectors of up to 512 bits. */
    int ALIGNMENT = 16;

    /** Number of elements of one maximum: windows of 3x3. */
    int TAPS = 9;

    /** Returns the least multiple of {@link #ALIGNMENT} that is at least {@code columns}. */
    static int pad(int columns) {
        return Math.multiplyExact((columns + ALIGNMENT - 1) / ALIGNMENT, ALIGNMENT);
    }

    /** Returns a description, such as {@code vectors of 512 bits}. */
    String description();

    /**
     * Computes {@code out[i][j] = fma(in[i][depth-1], w[depth-1][j], ... fma(in[i][0], w[0][j], bias[j]))}, where
     * {@code in[i]} are the floats of window i, run after run. It serves convolutions and dense layers, forward, or for
     * the gradient of the inputs with weights transposed.
     *
     * @param in of the weights' depth
     * @param from added to the offsets of the windows
     * @param out receives padded rows; none overlaps another, or a window
     * @param to added to the offsets of the rows
     * @param first of the windows and rows
     * @param count of them
     */
    void windows(PackedWeights weights, Windows in, int from, RowOffsets out, int to, int first, int count);

    /**
     * Computes {@code sums[i][j] = fma(left[last][i], right[last][j], ... fma(left[first][i], right[first][j],
     * sums[i][j]))}: the gradient of weights, one chain over all windows or rows, in their order.
     *
     * @param left rows of at least {@code sums.height()} floats: inputs
     * @param leftShift added to their offsets
     * @param right rows of at least {@code sums.width()} floats: gradients of outputs
     * @param rightShift added to their offsets
     * @param first of the rows on both sides
     * @param count of them
     */
    void products(
            RowOffsets left, int leftShift, RowOffsets right, int rightShift, int first, int count, GradientBlock sums);

    /**
     * Computes {@code sums[at + j] = ((sums[at + j] + rows[first][j]) + rows[first + 1][j]) + ...} for {@code width}
     * columns.
     */
    void columnSums(RowOffsets rows, int shift, int first, int count, float[] sums, int at, int width);

    /** Computes {@code x = } {@link RationalTanh#tanh}, elementwise over {@code count} values from {@code at}. */
    void tanh(float[] values, int at, int count);

    /** Computes {@code to[t + i] = from[f + i] <= 0 ? 0 : from[f + i]} for {@code count} values; NaN stays. */
    void relu(float[] from, int f, float[] to, int t, int count);

    /**
     * Computes {@code to[t + i] = max(from[a + i], from[b + i], from[c + i])} for {@code count} values, as
     * {@link Math#max}: NaN is greater than all numbers, 0 than -0.
     */
    void max(float[] from, int a, int b, int c, float[] to, int t, int count);

    /**
     * Computes the gradient of the maximum over {@link #TAPS} elements: adds {@code outer[o + i]} to the gradient of
     * the first element that has the maximum, {@code gradient[gradientTaps[k] + gradientShift + i]} for
     * {@code values[taps[k] + shift + i]}, for {@code count} values. Adds nothing if the maximum is NaN. An element may
     * be given more than once.
     */
    void maxGradient(
            float[] values,
            int[] taps,
            int shift,
            float[] outer,
            int o,
            float[] gradient,
            int[] gradientTaps,
            int gradientShift,
            int count);

    /**
     * Computes {@code g = g * fma(-a, a, 1)} for {@code count} values from {@code at}: the gradient of tanh with output
     * a.
     */
    void tanhGradient(float[] gradient, float[] activations, int at, int count);

    /**
     * Computes the gradient of relu, {@code to[t + i] = activations[a + i] <= 0 ? 0 : from[f + i]}, for {@code count}
     * values.
     */
    void reluGradient(float[] from, int f, float[] activations, int a, float[] to, int t, int count);

    /**
     * Computes {@code to[i][j] = activations[i][j] <= 0 ? 0 : from[i][j]} in all rows of {@code width} floats;
     * {@code fromShift} and the others are added to the rows' offsets.
     */
    void reluGradient(
            RowOffsets from,
            int fromShift,
            RowOffsets activations,
            int activationShift,
            RowOffsets to,
            int toShift,
            int width);

    /**
     * Writes the unsigned bytes of four frames as fractions of 255, side by side for each pixel: {@code to[t + g *
     * stride + 4 * p + f] = frame f's byte at 4 * g + p / 255}, for p and f of 0 to 3.
     *
     * @param bytes all frames
     * @param a where the pixels of frame 0 begin; {@code b}, {@code c}, {@code d} of the others
     * @param groups of four pixels
     * @param stride floats from a group to the next
     */
    void fractions(byte[] bytes, int a, int b, int c, int d, float[] to, int t, int groups, int stride);

    /** Computes {@code a[at + i] = a[at + i] + b[from + i]} for {@code count} values. */
    void add(float[] a, int at, float[] b, int from, int count);
}
