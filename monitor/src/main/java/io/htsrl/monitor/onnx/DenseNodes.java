package io.htsrl.monitor.onnx;

import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.MlpConfig;
import java.util.List;

/** Dense layers as nodes: {@code Gemm} over weights {@code [inputs][outputs]}, as they lie. One thread. */
final class DenseNodes {
    private final OnnxGraph graph;
    private final float[] parameters;

    /** @param parameters the vector that layers lie in */
    DenseNodes(OnnxGraph graph, float[] parameters) {
        this.graph = graph;
        this.parameters = parameters;
    }

    /** A layer without what follows it. */
    String layer(DenseLayer layer, String rows) {
        String weights = graph.floats(
                layer.name() + ".weight", List.of(layer.inputs(), layer.outputs()), parameters, layer.offset());
        String bias = bias(layer, layer.name() + ".bias");
        return graph.node(layer.name(), "Gemm", List.of(rows, weights, bias));
    }

    /** Hidden layers, one after the other. */
    String torso(List<DenseLayer> layers, MlpConfig.Activation activation, String rows) {
        String below = rows;
        for (DenseLayer layer : layers) {
            below = activation == MlpConfig.Activation.TANH
                    ? graph.node(layer.name() + ".tanh", "Tanh", List.of(layer(layer, below)))
                    : relu(layer.name(), layer(layer, below));
        }
        return below;
    }

    String relu(String name, String rows) {
        return graph.node(name + ".relu", "Relu", List.of(rows));
    }

    /**
     * The heads.
     *
     * @param heads  the first one, its free outputs where there are any, the value's where there is one
     * @param policy what the first one reads
     * @param value  what the value's reads
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
     * @param first what the first head computes, {@code [batch, outputs]}
     * @param free  outputs of the first head that no state decides, {@code [outputs]}; null where there are none
     * @param value of the value head, {@code [batch, 1]}; null where there is none
     */
    record HeadRows(String first, String free, String value) {}
}
