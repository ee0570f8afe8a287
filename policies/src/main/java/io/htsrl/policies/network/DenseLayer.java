package io.htsrl.policies.network;

/**
 * One dense layer within a flat parameter vector: the weights {@code [inputs][outputs]} in row-major order, followed
 * by the bias {@code [outputs]}.
 *
 * @param name    such as {@code policy.0} or {@code value.head}
 * @param inputs  values in
 * @param outputs values out
 * @param offset  of the first weight
 */
public record DenseLayer(String name, int inputs, int outputs, int offset) {

    /** Where the bias begins. */
    public int biasOffset() {
        return offset + inputs * outputs;
    }

    /** The offset behind the last bias. */
    public int end() {
        return biasOffset() + outputs;
    }
}
