package io.htsrl.policies.network;

import java.util.List;

/**
 * Dense layer within a flat parameter vector: the weights {@code [inputs][outputs]} in row-major order, followed by the
 * bias {@code [outputs]}. A layer without inputs is free: its outputs are its bias for every observation.
 *
 * @param name    such as {@code policy.0} or {@code value.head}
 * @param inputs  values in
 * @param outputs values out
 * @param offset  of the first weight
 */
public record DenseLayer(String name, int inputs, int outputs, int offset) {

    /** Returns whether the layer is free, so that its outputs are parameters and depend on no input. */
    public boolean free() {
        return inputs == 0;
    }

    /** Returns the weights and the bias; for a free layer only the bias, under the layer's name. */
    public List<Tensor> tensors() {
        Tensor bias = new Tensor(free() ? name : name + ".bias", biasOffset(), List.of(outputs));
        return free() ? List.of(bias) : List.of(new Tensor(name + ".weight", offset, List.of(inputs, outputs)), bias);
    }

    /** Returns the offset of the bias. */
    public int biasOffset() {
        return offset + inputs * outputs;
    }

    /** Returns the offset behind the last bias. */
    public int end() {
        return biasOffset() + outputs;
    }
}
