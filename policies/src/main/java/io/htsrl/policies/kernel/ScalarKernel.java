package io.htsrl.policies.kernel;

import java.util.Arrays;

/**
 * The kernel in plain Java: the reference of the bits, and the fallback where {@code jdk.incubator.vector} is absent.
 * 10 to 30 times slower than {@link VectorKernel} with 512-bit vectors. {@link Math#fma} needs a processor with fused
 * multiply-add to be fast; without one it is exact all the same.
 */
public final class ScalarKernel implements DenseKernel {

    @Override
    public String description() {
        return "scalar loops, for the module jdk.incubator.vector is absent";
    }

    @Override
    public void dense(Weights weights, int depth, InputRows in, int rows, OutputRows out) {
        int width = weights.width();
        for (int i = 0; i < rows; i++) {
            int target = i * out.stride() + out.shift();
            System.arraycopy(weights.bias(), weights.biasOffset(), out.values(), target, width);
            int source = in.offsets[i] + in.shift;
            for (int k = 0; k < depth; k++) {
                accumulate(
                        in.values[source + k],
                        weights.values(),
                        weights.offset() + k * width,
                        out.values(),
                        target,
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
    public void windows(Panels weights, Windows in, int count, PlacedRows out) {
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < weights.width(); j += ALIGNMENT) {
                int target = out.offsets()[i] + j;
                System.arraycopy(weights.bias(), j, out.values(), target, ALIGNMENT);
                window(weights.values(), j * weights.depth(), in, in.offsets()[i], out.values(), target);
            }
        }
    }

    private static void window(float[] panel, int from, Windows in, int source, float[] out, int target) {
        int at = from;
        for (int run = 0; run < in.runs(); run++) {
            for (int k = 0; k < in.runLength(); k++) {
                accumulate(in.values()[source + run * in.runStride() + k], panel, at, out, target, ALIGNMENT);
                at += ALIGNMENT;
            }
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
        relu(values, values, count);
    }

    @Override
    public void relu(float[] from, float[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = from[i] <= 0 ? 0 : from[i];
        }
    }

    @Override
    public void max(float[] from, int a, int b, int c, float[] to, int t, int count) {
        for (int i = 0; i < count; i++) {
            to[t + i] = Math.max(Math.max(from[a + i], from[b + i]), from[c + i]);
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
