package io.htsrl.monitor.onnx;

import io.htsrl.monitor.onnx.OnnxGraph.Attribute;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.ImpalaStage;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
import java.util.List;

/**
 * Adds layers as nodes. Dense layers are {@code Gemm} over weights {@code [inputs][outputs]}, in their stored order.
 * Layers of {@link ConvLayout} take images {@code [batch, channels, height, width]}: ONNX's order of channels, rows and
 * columns is that of the parameters. One thread.
 */
final class NetworkNodes {
    private final OnnxGraph graph;
    private final float[] parameters;

    /** @param parameters vector that contains the layers */
    NetworkNodes(OnnxGraph graph, float[] parameters) {
        this.graph = graph;
        this.parameters = parameters;
    }

    /** Adds a layer without its activation. */
    String layer(DenseLayer layer, String rows) {
        String weights = graph.floats(
                layer.name() + ".weight", List.of(layer.inputs(), layer.outputs()), parameters, layer.offset());
        String bias = bias(layer, layer.name() + ".bias");
        return graph.node(layer.name(), "Gemm", List.of(rows, weights, bias));
    }

    /** Adds hidden layers, one after the other. */
    String torso(List<DenseLayer> layers, Activation activation, String rows) {
        String below = rows;
        for (DenseLayer layer : layers) {
            below = activation == Activation.TANH
                    ? graph.node(layer.name() + ".tanh", "Tanh", List.of(layer(layer, below)))
                    : relu(layer.name(), layer(layer, below));
        }
        return below;
    }

    String relu(String name, String rows) {
        return graph.node(name + ".relu", "Relu", List.of(rows));
    }

    /** Adds the layers that compute the features of the heads. */
    String torso(ConvLayout layout, String images) {
        String last = layout.stages().isEmpty() ? nature(layout, images) : impala(layout, images);
        String flat = graph.node("torso.flat", "Flatten", List.of(last), Attribute.of("axis", 1));
        return relu(layout.hidden().name(), layer(layout.hidden(), flat));
    }

    private String nature(ConvLayout layout, String images) {
        String image = images;
        for (ConvLayer layer : layout.convolutions()) {
            image = relu(layer.name(), convolution(layer, image));
        }
        return image;
    }

    private String impala(ConvLayout layout, String images) {
        String image = images;
        for (ImpalaStage stage : layout.stages()) {
            image = maximum(stage, convolution(stage.entry(), image));
            for (ImpalaStage.Block block : stage.blocks()) {
                String bent = relu(block.first().name() + ".in", image);
                String between = relu(block.first().name(), convolution(block.first(), bent));
                String added = convolution(block.second(), between);
                image = graph.node(block.second().name() + ".sum", "Add", List.of(image, added));
            }
        }
        return relu("torso", image);
    }

    private String convolution(ConvLayer layer, String image) {
        String weights = graph.floats(
                layer.name() + ".weight",
                List.of(layer.outputs(), layer.channels(), layer.kernel(), layer.kernel()),
                parameters,
                layer.offset());
        String bias = graph.floats(layer.name() + ".bias", List.of(layer.outputs()), parameters, layer.biasOffset());
        int padding = layer.padding();
        return graph.node(
                layer.name(),
                "Conv",
                List.of(image, weights, bias),
                Attribute.list("kernel_shape", layer.kernel(), layer.kernel()),
                Attribute.list("strides", layer.stride(), layer.stride()),
                Attribute.list("pads", padding, padding, padding, padding));
    }

    /** Adds max pooling. Values outside of the image are never the maximum, as in hts-rl. */
    private String maximum(ImpalaStage stage, String image) {
        int bottom = overhang(stage.height(), stage.entry().outputHeight()) - stage.padTop();
        int right = overhang(stage.width(), stage.entry().outputWidth()) - stage.padLeft();
        return graph.node(
                stage.entry().name() + ".max",
                "MaxPool",
                List.of(image),
                Attribute.list("kernel_shape", ImpalaStage.POOL_KERNEL, ImpalaStage.POOL_KERNEL),
                Attribute.list("strides", ImpalaStage.POOL_STRIDE, ImpalaStage.POOL_STRIDE),
                Attribute.list("pads", stage.padTop(), stage.padLeft(), bottom, right));
    }

    private static int overhang(int windows, int extent) {
        return Math.max((windows - 1) * ImpalaStage.POOL_STRIDE + ImpalaStage.POOL_KERNEL - extent, 0);
    }

    /**
     * Adds the heads.
     *
     * @param heads  the first head, its free outputs where there are any, and the value head where there is one
     * @param policy input of the first head
     * @param value  input of the value head
     */
    HeadRows heads(List<DenseLayer> heads, boolean hasValue, String policy, String value) {
        String first = layer(heads.get(0), policy);
        String free = null;
        for (DenseLayer layer : heads) {
            free = layer.free() ? bias(layer, layer.name()) : free;
        }
        return new HeadRows(first, free, hasValue ? layer(heads.get(heads.size() - 1), value) : null);
    }

    private String bias(DenseLayer layer, String name) {
        return graph.floats(name, List.of(layer.outputs()), parameters, layer.biasOffset());
    }

    /**
     * Names of the tensors that a network's heads give. Immutable.
     *
     * @param first output of the first head, {@code [batch, outputs]}
     * @param free  outputs of the first head that do not depend on the state, {@code [outputs]}; null where there are
     *     none
     * @param value output of the value head, {@code [batch, 1]}; null where there is none
     */
    record HeadRows(String first, String free, String value) {}
}
