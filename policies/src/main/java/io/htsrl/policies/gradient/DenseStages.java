package io.htsrl.policies.gradient;

import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.DenseLayer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Dense layers of a network and the activations of a minibatch. Calls for different rows may run at the same time, as
 * in {@link DenseStage}.
 */
final class DenseStages {
    /** Divisor of blocks of rows: fewer would not repay the start of two phases. */
    private static final int LEAST = 128;

    private final DenseStage[] stages;
    /** Heads in the order of their columns. */
    private final DenseStage[] heads;

    /**
     * @param paths as {@link io.htsrl.policies.network.MlpLayout#paths}
     * @param activation activation after all stages but heads
     * @param input input of the first layers
     * @param back whether gradients are computed, else only values
     * @param lanes that ranges may run on
     */
    DenseStages(
            DenseKernel kernel,
            List<List<List<DenseLayer>>> paths,
            Activation activation,
            Matrix input,
            boolean back,
            int lanes) {
        List<DenseStage> all = new ArrayList<>();
        List<DenseStage> last = new ArrayList<>();
        for (List<List<DenseLayer>> path : paths) {
            Matrix below = input;
            for (List<DenseLayer> layers : path) {
                boolean head = layers == path.get(path.size() - 1);
                int outputs = layers.stream().mapToInt(DenseLayer::outputs).sum();
                Matrix units = Matrix.activations(input.rows(), outputs);
                Matrix above = back ? units : units.withoutGradients();
                all.add(new DenseStage(
                        kernel,
                        layers,
                        head ? null : activation,
                        InputOrder.plain(below.columns()),
                        below,
                        above,
                        false,
                        lanes));
                below = above;
            }
            last.add(all.get(all.size() - 1));
        }
        stages = all.toArray(DenseStage[]::new);
        heads = last.toArray(DenseStage[]::new);
    }

    int count() {
        return stages.length;
    }

    /** Returns a stage by its index in the order of the forward pass. */
    DenseStage get(int stage) {
        return stages[stage];
    }

    /** Returns the number of rows whose values and gradients have at most {@code bytes}; at least {@link #LEAST}. */
    int rowsOf(int bytes) {
        int floats =
                Stream.of(stages).mapToInt(stage -> 2 * stage.output().width()).sum();
        return Math.max(LEAST, bytes / (floats * Float.BYTES) / LEAST * LEAST);
    }

    /** Returns the number of ranges of each stage. */
    int[] ranges() {
        return Stream.of(stages).mapToInt(DenseStage::ranges).toArray();
    }

    /** Computes {@code count} output rows from {@code first} on: {@code width} floats each, row 0 at {@code at}. */
    void forward(int first, int count, float[] outputs, int at, int width) {
        for (DenseStage stage : stages) {
            stage.forwardRows(first, count);
        }
        copyHeads(first, count, Matrix::values, outputs, at, width);
    }

    /** Computes the derivatives of {@code count} output rows along the loaded direction. */
    void derive(int first, int count, float[] derivatives, int width) {
        for (DenseStage stage : stages) {
            stage.deriveRows(first, count);
        }
        copyHeads(first, count, Matrix::gradients, derivatives, 0, width);
    }

    private void copyHeads(int first, int count, Function<Matrix, float[]> part, float[] outputs, int at, int width) {
        int column = at;
        for (DenseStage head : heads) {
            Matrix from = head.output();
            Matrix.copyRows(
                    first, count, part.apply(from), from.at(0), from.width(), outputs, column, width, from.columns());
            column += from.columns();
        }
    }

    /**
     * Computes the gradient of all layers' sums from that of the output rows.
     *
     * @param toInput whether it computes the input's gradient too
     */
    void backward(int first, int count, float[] outputGradient, int at, int width, boolean toInput) {
        int column = at;
        for (DenseStage head : heads) {
            Matrix to = head.output();
            Matrix.copyRows(
                    first, count, outputGradient, column, width, to.gradients(), to.at(0), to.width(), to.columns());
            column += to.columns();
        }
        for (int s = stages.length - 1; s >= 0; s--) {
            stages[s].activationBackward(first, count);
            if (s > 0 || toInput) {
                stages[s].backwardRows(first, count);
            }
        }
    }
}
