package io.htsrl.monitor.onnx;

import io.htsrl.monitor.onnx.OnnxGraph.Attribute;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.ImpalaStage;
import io.htsrl.policies.network.Layer;
import io.htsrl.policies.network.LayeredLayout;
import io.htsrl.policies.network.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Adds layers as nodes. Dense layers are {@code Gemm} over weights {@code [inputs][outputs]}, in their stored order.
 * Layers of {@link ConvLayout} take images {@code [batch, channels, height, width]}: ONNX's order of channels, rows and
 * columns is that of the parameters. One thread.
 *
 * @param parameters vector that contains the layers
 */
record NetworkNodes(OnnxGraph graph, float[] parameters) {
    /** Adds a layer without its activation. */
    String layer(DenseLayer layer, String rows) {
        return graph.node(layer.name(), "Gemm", rows, weights(layer), bias(layer, layer.name() + ".bias"));
    }

    String weights(DenseLayer layer) {
        return graph.floats(
                layer.name() + ".weight", List.of(layer.inputs(), layer.outputs()), parameters, layer.offset());
    }

    /** Adds hidden layers, one after the other. */
    String torso(List<DenseLayer> layers, Activation activation, String rows) {
        String below = rows;
        for (DenseLayer layer : layers) {
            below = activation(layer.name(), activation, layer(layer, below));
        }
        return below;
    }

    /** Adds a non-linearity after the layer {@code name}. */
    private String activation(String name, Activation activation, String x) {
        return switch (activation) {
            case TANH -> graph.node(name + ".tanh", "Tanh", x);
            case RELU -> relu(name, x);
            case ELU -> graph.node(name + ".elu", "Elu", x);
            case SILU -> product(name + ".silu", x, graph.node(name + ".sigmoid", "Sigmoid", x));
            case GELU -> {
                String cube = product(name + ".cube", x, product(name + ".square", x, x));
                String part = product(name + ".part", cube, graph.scalar(name + ".c3", 0.044715f));
                String sum = graph.node(name + ".sum", "Add", x, part);
                String argument = product(name + ".argument", sum, graph.scalar(name + ".c1", 0.7978845608f));
                String tanh = graph.node(name + ".tanh", "Tanh", argument);
                String one = graph.node(name + ".plus", "Add", tanh, graph.scalar(name + ".one", 1));
                String half = product(name + ".half", one, graph.scalar(name + ".c", 0.5f));
                yield product(name + ".gelu", x, half);
            }
        };
    }

    private String product(String name, String a, String b) {
        return graph.node(name, "Mul", a, b);
    }

    /**
     * Adds the layers of a network.
     *
     * @param inputs adds what a layer reads of the observation
     * @return the output of each layer
     */
    String[] layers(LayeredLayout layout, Function<Operation, String> inputs) {
        String[] outputs = new String[layout.layers().size()];
        for (Layer layer : layout.layers()) {
            String[] from =
                    layer.inputs().stream().map(input -> outputs[input.index()]).toArray(String[]::new);
            outputs[layer.index()] = layer.isInput() ? inputs.apply(layer.operation()) : layer(layer, from);
        }
        return outputs;
    }

    private String layer(Layer layer, String[] from) {
        Operation operation = layer.operation();
        String name = "layer" + layer.index();
        if (operation instanceof Operation.Dense dense) {
            return layer(dense.layer(), flat(name, layer.inputs().get(0), from[0]));
        }
        if (operation instanceof Operation.Convolution convolution) {
            return convolution(convolution.layer(), from[0]);
        }
        if (operation instanceof Operation.Embedding table) {
            List<Integer> shape = List.of(table.inputs(), table.outputs());
            String weights = graph.floats(table.name() + ".weight", shape, parameters, table.offset());
            return graph.node(table.name(), "MatMul", from[0], weights);
        }
        if (operation instanceof Operation.Normalization norm) {
            List<Integer> shape = List.of(norm.units());
            String gain = graph.floats(norm.name() + ".weight", shape, parameters, norm.offset());
            String bias = graph.floats(norm.name() + ".bias", shape, parameters, norm.offset() + norm.units());
            return graph.node(norm.name(), "LayerNormalization", from[0], gain, bias); // epsilon 1e-5
        }
        if (operation instanceof Operation.BatchNormalization norm) {
            return normalized(norm, from[0]);
        }
        if (operation instanceof Operation.Nonlinearity nonlinearity) {
            return activation(name, nonlinearity.activation(), from[0]);
        }
        if (operation instanceof Operation.Sum) {
            return graph.node(name, "Add", from);
        }
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < from.length; i++) {
            parts.add(flat(name + "." + i, layer.inputs().get(i), from[i]));
        }
        return graph.node(name, "Concat", parts, Attribute.of("axis", 1));
    }

    private String normalized(Operation.BatchNormalization norm, String rows) {
        List<Integer> shape = List.of(norm.units());
        String gain = graph.floats(norm.name() + ".weight", shape, parameters, norm.offset());
        String bias = graph.floats(norm.name() + ".bias", shape, parameters, norm.bias());
        String mean = graph.floats(norm.name() + ".mean", shape, parameters, norm.mean());
        String variance = graph.floats(norm.name() + ".variance", shape, parameters, norm.variance());
        String epsilon = graph.scalar(norm.name() + ".epsilon", Operation.BatchNormalization.EPSILON);
        String above = graph.node(norm.name() + ".above", "Add", variance, epsilon);
        String deviation = graph.node(norm.name() + ".deviation", "Sqrt", above);
        String centred = graph.node(norm.name() + ".centred", "Sub", rows, mean);
        String scaled = graph.node(norm.name() + ".scaled", "Div", centred, deviation);
        String product = product(norm.name() + ".product", scaled, gain);
        return graph.node(norm.name(), "Add", product, bias);
    }

    private String flat(String name, Layer layer, String rows) {
        return hasPixels(layer) ? graph.node(name + ".flat", "Flatten", List.of(rows), Attribute.of("axis", 1)) : rows;
    }

    /** Returns whether the tensor of a layer has axes of rows and columns, even if each has one element only. */
    private static boolean hasPixels(Layer layer) {
        Operation operation = layer.operation();
        boolean elementwise = operation instanceof Operation.Nonlinearity || operation instanceof Operation.Sum;
        return operation instanceof Operation.Frames
                || operation instanceof Operation.Convolution
                || elementwise && hasPixels(layer.inputs().get(0));
    }

    String relu(String name, String rows) {
        return graph.node(name + ".relu", "Relu", rows);
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
                image = graph.node(block.second().name() + ".sum", "Add", image, added);
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
     * @param heads the first head, its free outputs if it has any, and the value head if one exists
     * @param policy input of the first head
     * @param value input of the value head
     */
    HeadRows heads(List<DenseLayer> heads, boolean hasValue, String policy, String value) {
        String first = layer(heads.get(0), policy);
        String free = null;
        for (DenseLayer layer : heads) {
            free = layer.free() ? bias(layer, layer.name()) : free;
        }
        return new HeadRows(policy, first, free, hasValue ? layer(heads.get(heads.size() - 1), value) : null);
    }

    String bias(DenseLayer layer, String name) {
        return graph.floats(name, List.of(layer.outputs()), parameters, layer.biasOffset());
    }

    /**
     * Names of the tensors that a network's heads give. Immutable.
     *
     * @param units input of the first head, {@code [batch, units]}
     * @param first output of the first head, {@code [batch, outputs]}
     * @param free outputs of the first head that do not depend on the state, {@code [outputs]}; null where none exist
     * @param value output of the value head, {@code [batch, 1]}; null where none exists
     */
    record HeadRows(String units, String first, String free, String value) {}
}
