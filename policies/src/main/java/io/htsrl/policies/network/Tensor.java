package io.htsrl.policies.network;

import java.util.List;

/**
 * A view of one tensor of a flat parameter vector.
 *
 * @param name   such as {@code policy.0.weight}
 * @param offset of its first element in the flat vector
 * @param shape  {@code [inputs, outputs]} of dense weights, {@code [outputs]} of a bias
 */
public record Tensor(String name, int offset, List<Integer> shape) {

    /** Its number of elements. */
    public int size() {
        return shape.stream().reduce(1, Math::multiplyExact);
    }

    /** The offset behind its last element. */
    public int end() {
        return offset + size();
    }
}
