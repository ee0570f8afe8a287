package io.htsrl.policies;

import java.util.Arrays;

/**
 * The kernel in plain Java: the reference of the bits, and the fallback where {@code jdk.incubator.vector} is absent.
 * 10 to 30 times slower than {@link VectorKernel} with 512-bit vectors. {@link Math#fma} needs a processor with fused
 * multiply-add to be fast; without one it is exact all the same.
 */
final class ScalarKernel implements DenseKernel {

    @Override
    public void dense(Weights weights, int depth, InputRows in, int rows, OutputRows out) {
        int width = weights.width();
        for (int i = 0; i < rows; i++) {
            int target = i * out.stride() + out.shift();
            System.arraycopy(weights.bias(), weights.biasOffset(), out.values(), target, width);
            int source = in.offsets[i] + in.shift;
            for (int k = 0; k < depth; k++) {
                accumulate(in.values[source + k], weights.values(), weights.offset() + k * width, out.values(), target,
                        width);
            }
        }
    }

    private static void accumulate(float x, float[] weights, int from, float[] out, int target, int width) {
        for (int j = 0; j < width; j++) {
            out[target + j] = Math.fma(x, weights[from + j], out[target + j]);
        }
    }

    @Override
    public void tanh(float[] values, int count) {
        for (int i = 0; i < count; i++) {
            values[i] = RationalTanh.tanh(values[i]);
        }
    }

    @Override
    public void relu(float[] values, int count) {
        for (int i = 0; i < count; i++) {
            values[i] = values[i] <= 0 ? 0 : values[i];
        }
    }

    @Override
    public void tanhGradient(float[] gradient, float[] activations, int count) {
        for (int i = 0; i < count; i++) {
            gradient[i] *= Math.fma(-activations[i], activations[i], 1);
        }
    }

    @Override
    public void reluGradient(float[] gradient, float[] activations, int count) {
        for (int i = 0; i < count; i++) {
            gradient[i] = activations[i] <= 0 ? 0 : gradient[i];
        }
    }

    @Override
    public void addRow(float[] matrix, int rows, int width, float[] row) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < width; j++) {
                matrix[i * width + j] += row[j];
            }
        }
    }

    @Override
    public void add(float[] a, float[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] += b[i];
        }
    }

    @Override
    public void columnSums(float[] matrix, int rows, int width, float[] sums) {
        Arrays.fill(sums, 0, width, 0);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < width; j++) {
                sums[j] += matrix[i * width + j];
            }
        }
    }
}
