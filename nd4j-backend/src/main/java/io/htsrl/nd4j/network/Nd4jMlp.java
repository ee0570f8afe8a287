package io.htsrl.nd4j.network;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.nd4j.device.Nd4jRuntime;
import io.htsrl.nd4j.network.MatrixProducts.LayerMatrices;
import io.htsrl.policies.image.NetworkInput;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.MlpLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Learner's side of a multi-layer perceptron: large products on ND4J, the rest on the JVM's kernel. {@link MlpLayout}
 * defines the order of parameters and gradients; outputs agree with the policy's to rounding, not to the bit. The
 * gradient of the observations is not computed. {@link #close} frees native memory.
 */
public final class Nd4jMlp extends Nd4jNetwork {
    /** Least number of inputs and of outputs for which a native call is faster than a product on the JVM. */
    private static final int NATIVE_FROM = 32;

    private final MlpLayout layout;
    private final DenseKernel kernel;
    private final MatrixProducts.Factory factory;
    private final float[] observations;
    private final List<TrainableLayer> policyTorso;
    private final List<TrainableLayer> valueTorso;
    // arrays for the loops of each pass: a list's iterator may be allocated, depending on the JIT compiler
    private final TrainableLayer[] heads;
    private final FreeOutputs free;
    /** Value head's part of the gradient of a torso with two heads; null when no torso has two. */
    private final float[] sharedGradient;

    private final TrainableLayer[] layers;

    /**
     * Creates the network and loads ND4J if necessary: see {@link Nd4jRuntime}.
     *
     * @param maxRows the greatest number of rows of a minibatch
     * @throws ConfigurationException when ND4J has no native library for this platform
     */
    public Nd4jMlp(MlpLayout layout, int maxRows) {
        this(layout, maxRows, Kernels.best(), null);
    }

    /** @param factory factory of the products; null for the choice by size */
    Nd4jMlp(MlpLayout layout, int maxRows, DenseKernel kernel, MatrixProducts.Factory factory) {
        super(layout, maxRows, loadedBackend());
        this.layout = layout;
        this.kernel = kernel;
        this.factory = factory == null ? this::bySize : factory;
        observations = new float[Math.multiplyExact(maxRows, DenseKernel.pad(layout.observationSize()))];
        policyTorso = torso(layout.policyTorso());
        valueTorso = torso(layout.valueTorso());
        LayerMatrices policyEnd = last(policyTorso);
        free = new FreeOutputs(layout);
        heads = new TrainableLayer[layout.heads().hasValueHead() ? 2 : 1];
        heads[0] = layer(layout.policyHead(), policyEnd.output(), policyEnd.outputGradient(), true);
        boolean shared = heads.length == 2 && valueTorso.isEmpty();
        sharedGradient = shared ? new float[policyEnd.outputGradient().length] : null;
        if (heads.length == 2) {
            LayerMatrices valueEnd = shared ? policyEnd : last(valueTorso);
            heads[1] = layer(
                    layout.headLayers().get(layout.headLayers().size() - 1),
                    valueEnd.output(),
                    shared ? sharedGradient : valueEnd.outputGradient(),
                    true);
        }
        layers = inOrderOfForward();
    }

    private MatrixProducts bySize(LayerMatrices matrices) {
        boolean large = Math.min(matrices.layer().inputs(), matrices.layer().outputs()) >= NATIVE_FROM;
        return large ? new Nd4jProducts(matrices) : new KernelProducts(matrices, kernel);
    }

    private List<TrainableLayer> torso(List<DenseLayer> layers) {
        List<TrainableLayer> torso = new ArrayList<>();
        float[] input = observations;
        float[] inputGradient = null;
        for (DenseLayer dense : layers) {
            TrainableLayer layer = layer(dense, input, inputGradient, false);
            torso.add(layer);
            input = layer.matrices().output();
            inputGradient = layer.matrices().outputGradient();
        }
        return torso;
    }

    private TrainableLayer layer(DenseLayer layer, float[] input, float[] inputGradient, boolean head) {
        LayerMatrices matrices = LayerMatrices.behind(layer, maxRows(), input, inputGradient);
        return new TrainableLayer(
                matrices,
                factory.create(matrices),
                kernel,
                head ? null : layout.config().activation());
    }

    private static LayerMatrices last(List<TrainableLayer> torso) {
        return torso.get(torso.size() - 1).matrices();
    }

    @Override
    protected void load(float[] parameters) {
        for (TrainableLayer layer : layers) {
            layer.load(parameters);
        }
        free.load(parameters);
    }

    @Override
    protected void compute(ObservationBatch batch, int rows, float[] outputs) {
        int size = layout.observationSize();
        for (int row = 0; row < rows; row++) {
            NetworkInput.read(batch, row, size / batch.frames(), observations, row * DenseKernel.pad(size));
        }
        for (TrainableLayer layer : layers) {
            layer.forward(rows);
        }
        free.write(rows, outputs);
        int column = 0;
        for (TrainableLayer head : heads) {
            LayerMatrices matrices = head.matrices();
            int width = matrices.layer().outputs();
            copyRows(rows, matrices.output(), 0, matrices.outputWidth(), outputs, column, outputWidth(), width);
            column += width + (column == 0 ? free.count() : 0);
        }
    }

    @Override
    protected void differentiate(float[] outputGradient, int rows, float[] parameterGradient) {
        free.differentiate(rows, outputGradient, parameterGradient);
        int column = 0;
        for (TrainableLayer head : heads) {
            LayerMatrices matrices = head.matrices();
            int width = matrices.layer().outputs();
            copyRows(
                    rows,
                    outputGradient,
                    column,
                    outputWidth(),
                    matrices.outputGradient(),
                    0,
                    matrices.outputWidth(),
                    width);
            head.backward(rows, parameterGradient);
            column += width + (column == 0 ? free.count() : 0);
        }
        if (sharedGradient != null) {
            LayerMatrices end = last(policyTorso);
            kernel.add(end.outputGradient(), 0, sharedGradient, 0, rows * end.outputWidth());
        }
        backward(policyTorso, rows, parameterGradient);
        backward(valueTorso, rows, parameterGradient);
    }

    private static void backward(List<TrainableLayer> torso, int rows, float[] parameterGradient) {
        for (int l = torso.size() - 1; l >= 0; l--) {
            torso.get(l).backward(rows, parameterGradient);
        }
    }

    private static void copyRows(
            int rows, float[] from, int fromOffset, int fromStride, float[] to, int toOffset, int toStride, int width) {
        for (int i = 0; i < rows; i++) {
            System.arraycopy(from, fromOffset + i * fromStride, to, toOffset + i * toStride, width);
        }
    }

    private TrainableLayer[] inOrderOfForward() {
        List<TrainableLayer> all = new ArrayList<>(policyTorso);
        all.addAll(valueTorso);
        all.addAll(List.of(heads));
        return all.toArray(TrainableLayer[]::new);
    }

    @Override
    protected void free() {
        for (TrainableLayer layer : layers) {
            layer.close();
        }
    }

    /** Outputs that depend on no input, if the network has any: columns behind those of its first head. One thread. */
    private static final class FreeOutputs {
        private final int rowWidth;
        private final int column;
        private final int offset;
        private final float[] values;

        FreeOutputs(MlpLayout layout) {
            DenseLayer last = layout.policyHeads().get(layout.policyHeads().size() - 1);
            rowWidth = layout.outputWidth();
            column = layout.first().computed();
            offset = last.biasOffset();
            values = new float[layout.first().free()];
        }

        int count() {
            return values.length;
        }

        void load(float[] parameters) {
            System.arraycopy(parameters, offset, values, 0, values.length);
        }

        void write(int rows, float[] outputs) {
            for (int row = 0; row < rows; row++) {
                System.arraycopy(values, 0, outputs, row * rowWidth + column, values.length);
            }
        }

        /** Sums the gradients over the rows, in their order. */
        void differentiate(int rows, float[] outputGradient, float[] parameterGradient) {
            Arrays.fill(parameterGradient, offset, offset + values.length, 0);
            for (int row = 0; row < rows; row++) {
                for (int i = 0; i < values.length; i++) {
                    parameterGradient[offset + i] += outputGradient[row * rowWidth + column + i];
                }
            }
        }
    }
}
