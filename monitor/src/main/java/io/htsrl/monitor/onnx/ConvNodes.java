package io.htsrl.monitor.onnx;

import io.htsrl.monitor.onnx.OnnxGraph.Attribute;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.ImpalaStage;
import java.util.List;

/**
 * The torsos of {@link ConvLayout} as nodes, over images {@code [batch, channels, height, width]}: ONNX's order of
 * channels, rows and columns is that of the parameters. One thread.
 */
final class ConvNodes {
    private final OnnxGraph graph;
    private final DenseNodes dense;
    private final float[] parameters;

    ConvNodes(OnnxGraph graph, DenseNodes dense, float[] parameters) {
        this.graph = graph;
        this.dense = dense;
        this.parameters = parameters;
    }

    /** The features that the heads read. */
    String torso(ConvLayout layout, String images) {
        String last = layout.stages().isEmpty() ? nature(layout, images) : impala(layout, images);
        String flat = graph.node("torso.flat", "Flatten", List.of(last), Attribute.of("axis", 1));
        return dense.relu(layout.hidden().name(), dense.layer(layout.hidden(), flat));
    }

    private String nature(ConvLayout layout, String images) {
        String image = images;
        for (ConvLayer layer : layout.convolutions()) {
            image = dense.relu(layer.name(), convolution(layer, image));
        }
        return image;
    }

    private String impala(ConvLayout layout, String images) {
        String image = images;
        for (ImpalaStage stage : layout.stages()) {
            image = maximum(stage, convolution(stage.entry(), image));
            for (ImpalaStage.Block block : stage.blocks()) {
                String bent = dense.relu(block.first().name() + ".in", image);
                String between = dense.relu(block.first().name(), convolution(block.first(), bent));
                String added = convolution(block.second(), between);
                image = graph.node(block.second().name() + ".sum", "Add", List.of(image, added));
            }
        }
        return dense.relu("torso", image);
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

    /** What is outside of the image is never the maximum, in ONNX as here. */
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
}
