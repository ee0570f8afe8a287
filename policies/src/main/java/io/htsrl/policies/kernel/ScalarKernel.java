package io.htsrl.policies.kernel;

/**
 * Kernel in plain Java: the reference of the bits, and the fallback where {@code jdk.incubator.vector} is absent. 10 to
 * 30 times slower than {@link VectorKernel} with 512-bit vectors. {@link Math#fma} needs a processor with fused
 * multiply-add to be fast; without one it is exact all the same.
 */
public final class ScalarKernel implements DenseKernel {

    @Override
    public String description() {
        return "scalar loops, for the module jdk.incubator.vector is absent";
    }

    private static void accumulate(float x, float[] weights, int from, float[] out, int target, int width) {
        for (int j = 0; j < width; j++) {
            out[target + j] = Math.fma(x, weights[from + j], out[target + j]);
        }
    }

    @Override
    public void windows(PackedWeights weights, Windows in, int from, RowOffsets out, int to, int first, int count) {
        for (int i = first; i < first + count; i++) {
            for (int j = 0; j < weights.width(); j += ALIGNMENT) {
                int target = out.offsets()[i] + to + j;
                System.arraycopy(weights.bias(), weights.biasOffset() + j, out.values(), target, ALIGNMENT);
                window(weights.values(), weights.index(0, j), in, in.offsets()[i] + from, out.values(), target);
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
    public void products(
            RowOffsets left,
            int leftShift,
            RowOffsets right,
            int rightShift,
            int first,
            int count,
            GradientBlock sums) {
        for (int p = first; p < first + count; p++) {
            int x = left.offsets()[p] + leftShift;
            int g = right.offsets()[p] + rightShift;
            for (int i = 0; i < sums.height(); i++) {
                accumulate(left.values()[x + i], right.values(), g, sums.values(), sums.index(i, 0), sums.width());
            }
        }
    }

    @Override
    public void columnSums(RowOffsets rows, int shift, int first, int count, float[] sums, int at, int width) {
        for (int p = first; p < first + count; p++) {
            add(sums, at, rows.values(), rows.offsets()[p] + shift, width);
        }
    }

    @Override
    public void tanh(float[] values, int at, int count) {
        for (int i = at; i < at + count; i++) {
            values[i] = RationalTanh.tanh(values[i]);
        }
    }

    @Override
    public void relu(float[] from, int f, float[] to, int t, int count) {
        for (int i = 0; i < count; i++) {
            to[t + i] = from[f + i] <= 0 ? 0 : from[f + i];
        }
    }

    @Override
    public void max(float[] from, int a, int b, int c, float[] to, int t, int count) {
        for (int i = 0; i < count; i++) {
            to[t + i] = Math.max(Math.max(from[a + i], from[b + i]), from[c + i]);
        }
    }

    @Override
    public void maxGradient(
            float[] values,
            int[] taps,
            int shift,
            float[] outer,
            int o,
            float[] gradient,
            int[] gradientTaps,
            int gradientShift,
            int count) {
        for (int i = 0; i < count; i++) {
            int most = 0;
            for (int k = 1; k < TAPS; k++) {
                // NaN is greater than all numbers; of equal values the first counts
                float value = values[taps[k] + shift + i];
                most = value > values[taps[most] + shift + i] || Float.isNaN(value) ? k : most;
            }
            if (!Float.isNaN(values[taps[most] + shift + i])) {
                gradient[gradientTaps[most] + gradientShift + i] += outer[o + i];
            }
        }
    }

    @Override
    public void tanhGradient(float[] gradient, float[] activations, int at, int count) {
        for (int i = at; i < at + count; i++) {
            gradient[i] *= Math.fma(-activations[i], activations[i], 1);
        }
    }

    @Override
    public void reluGradient(float[] from, int f, float[] activations, int a, float[] to, int t, int count) {
        for (int i = 0; i < count; i++) {
            to[t + i] = activations[a + i] <= 0 ? 0 : from[f + i];
        }
    }

    @Override
    public void reluGradient(
            RowOffsets from,
            int fromShift,
            RowOffsets activations,
            int activationShift,
            RowOffsets to,
            int toShift,
            int width) {
        for (int i = 0; i < from.offsets().length; i++) {
            reluGradient(
                    from.values(),
                    from.offsets()[i] + fromShift,
                    activations.values(),
                    activations.offsets()[i] + activationShift,
                    to.values(),
                    to.offsets()[i] + toShift,
                    width);
        }
    }

    @Override
    public void fractions(byte[] bytes, int a, int b, int c, int d, float[] to, int t, int groups, int stride) {
        for (int group = 0; group < groups; group++) {
            for (int p = 0; p < 4; p++) {
                int i = 4 * group + p;
                int at = t + group * stride + 4 * p;
                to[at] = (bytes[a + i] & 0xff) / 255f;
                to[at + 1] = (bytes[b + i] & 0xff) / 255f;
                to[at + 2] = (bytes[c + i] & 0xff) / 255f;
                to[at + 3] = (bytes[d + i] & 0xff) / 255f;
            }
        }
    }

    @Override
    public void add(float[] a, int at, float[] b, int from, int count) {
        for (int i = 0; i < count; i++) {
            a[at + i] += b[from + i];
        }
    }
}
