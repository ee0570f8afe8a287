package io.htsrl.policies.network;

import java.util.List;

/**
 * Dense layer within a flat parameter vector: the weights {@code [inputs][outputs]} in row-major order, followed by the
 * bias {@code [outputs]}. A layer without inputs is free: its outputs are its bias for every observation. A layer that
 * repeats has no parameters: its outputs are its inputs, in the order of their parameters.
 *
 * @param name such as {@code policy.0} or {@code value.head}
 * @param inputs values in
 * @param outputs values out
 * @param offset of the first weight
 * @param repeats whether it repeats its inputs
 */
public record DenseLayer(String name, int inputs, int outputs, int offset, boolean repeats) {

    /** Creates a layer with parameters. */
    public DenseLayer(String name, int inputs, int outputs, int offset) {
        this(name, inputs, outputs, offset, false);
    }

    /** Returns whether the layer is free, so that its outputs are parameters and depend on no input. */
    public boolean free() {
        return inputs == 0;
    }

    /**
     * Returns the weights and the bias; of a free layer only the bias, under the layer's name; of a repeating one none.
     */
    public List<Tensor> tensors() {
        if (repeats) {
            return List.of();
        }
        Tensor bias = new Tensor(free() ? name : name + ".bias", biasOffset(), List.of(outputs));
        return free() ? List.of(bias) : List.of(new Tensor(name + ".weight", offset, List.of(inputs, outputs)), bias);
    }

    /** Returns the offset of the bias. */
    public int biasOffset() {
        return offset + inputs * outputs;
    }

    /** Returns the offset behind the last bias. */
    public int end() {
        return repeats ? offset : biasOffset() + outputs;
    }
}
