package io.htsrl.policies.network;

import java.util.List;

/**
 * One dense layer within a flat parameter vector: the weights {@code [inputs][outputs]} in row-major order, followed
 * by the bias {@code [outputs]}. A layer of no inputs is free: its outputs are its bias, whatever is seen.
 *
 * @param name    such as {@code policy.0} or {@code value.head}
 * @param inputs  values in
 * @param outputs values out
 * @param offset  of the first weight
 */
public record DenseLayer(String name, int inputs, int outputs, int offset) {

    /** Whether its outputs are parameters, and no input reaches them. */
    public boolean free() {
        return inputs == 0;
    }

    /** Its weights and its bias; of a free layer one, under the layer's name. */
    public List<Tensor> tensors() {
        Tensor bias = new Tensor(free() ? name : name + ".bias", biasOffset(), List.of(outputs));
        return free() ? List.of(bias) : List.of(new Tensor(name + ".weight", offset, List.of(inputs, outputs)), bias);
    }

    /** Where the bias begins. */
    public int biasOffset() {
        return offset + inputs * outputs;
    }

    /** The offset behind the last bias. */
    public int end() {
        return biasOffset() + outputs;
    }
}
