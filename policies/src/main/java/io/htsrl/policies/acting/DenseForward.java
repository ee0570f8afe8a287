package io.htsrl.policies.acting;

import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.kernel.CacheAlignment;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.PackedWeights;
import io.htsrl.policies.kernel.RowOffsets;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.DenseLayer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Row-stable dense layers, from the rows that the first ones read to output rows. Callers divide batches into chunks,
 * whose activations stay in the first-level cache. Rows are independent, so the bits do not depend on the chunks. One
 * thread; allocates nothing per call.
 */
final class DenseForward {
    /** Greatest number of rows of one call. */
    static final int CHUNK = 32;

    /**
     * Layers side by side.
     *
     * @param input null where they read the caller's rows
     * @param head whether they write columns of output rows
     */
    private record Step(Windows input, RowOffsets output, int columns, int width, boolean head) {}

    private final DenseKernel kernel;
    private final Activation activation;
    private final Step[] steps;

    /**
     * @param paths as {@link io.htsrl.policies.network.MlpLayout#paths}
     * @param activation activation after all steps but heads
     */
    DenseForward(DenseKernel kernel, List<List<List<DenseLayer>>> paths, Activation activation) {
        this.kernel = kernel;
        this.activation = activation;
        List<Step> all = new ArrayList<>();
        for (List<List<DenseLayer>> path : paths) {
            Windows input = null;
            for (List<DenseLayer> layers : path) {
                int columns = layers.stream().mapToInt(DenseLayer::outputs).sum();
                int width = DenseKernel.pad(columns);
                RowOffsets output = new RowOffsets(
                        CacheAlignment.floats(CHUNK * width), RowOffsets.offsets(CacheAlignment.ORIGIN, CHUNK, width));
                all.add(new Step(input, output, columns, width, layers == path.get(path.size() - 1)));
                input = Windows.ofRows(output.values(), output.offsets(), columns);
            }
        }
        steps = all.toArray(Step[]::new);
    }

    /**
     * Computes {@code rows} output rows.
     *
     * @param input the rows that the first layers read
     * @param offsets where the output rows begin, from index {@code start} on
     */
    void run(PackedLayers weights, Windows input, int rows, float[] outputs, int[] offsets, int start) {
        int column = 0;
        for (int s = 0; s < steps.length; s++) {
            Step step = steps[s];
            Windows from = step.input == null ? input : step.input;
            kernel.windows(weights.packed[s], from, 0, step.output, 0, 0, rows);
            if (step.head) {
                scatter(step, rows, outputs, offsets, start, column);
                column += step.columns;
            } else {
                activate(step.output.values(), rows * step.width);
            }
        }
    }

    private void activate(float[] values, int count) {
        if (activation == Activation.TANH) {
            kernel.tanh(values, CacheAlignment.ORIGIN, count);
        } else {
            kernel.relu(values, CacheAlignment.ORIGIN, values, CacheAlignment.ORIGIN, count);
        }
    }

    private static void scatter(Step head, int rows, float[] outputs, int[] offsets, int start, int column) {
        float[] values = head.output.values();
        for (int i = 0; i < rows; i++) {
            int from = head.output.offsets()[i];
            int to = offsets[start + i] + column;
            for (int j = 0; j < head.columns; j++) {
                // processors may return the bits of any NaN operand: output rows have one NaN
                float value = values[from + j];
                outputs[to + j] = Float.isNaN(value) ? Float.NaN : value;
            }
        }
    }

    /** Weights of all steps, packed for {@link DenseKernel#windows}. Written by one thread, then read by many. */
    static final class PackedLayers {
        // arrays for the loops of each load: a list's iterator may be allocated, depending on the JIT compiler
        private final DenseLayer[][] steps;
        private final InputOrder[] orders;
        private final PackedWeights[] packed;

        /** @param first order of the first layers' inputs; null where their parameters have the same order */
        PackedLayers(List<List<List<DenseLayer>>> paths, InputOrder first) {
            steps = paths.stream()
                    .flatMap(Collection::stream)
                    .map(layers -> layers.toArray(DenseLayer[]::new))
                    .toArray(DenseLayer[][]::new);
            orders = new InputOrder[steps.length];
            packed = new PackedWeights[steps.length];
            for (int s = 0; s < steps.length; s++) {
                int inputs = steps[s][0].inputs();
                int columns = 0;
                for (DenseLayer layer : steps[s]) {
                    columns += layer.outputs();
                }
                orders[s] = s == 0 && first != null ? first : InputOrder.plain(inputs);
                packed[s] = new PackedWeights(inputs, columns);
            }
        }

        void load(float[] parameters) {
            for (int s = 0; s < steps.length; s++) {
                int column = 0;
                for (DenseLayer layer : steps[s]) {
                    orders[s].pack(layer, parameters, 0, layer.outputs(), packed[s], column);
                    column += layer.outputs();
                }
            }
        }
    }
}
