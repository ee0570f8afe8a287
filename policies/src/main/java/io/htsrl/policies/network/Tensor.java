package io.htsrl.policies.network;

import java.util.List;

/**
 * View of one tensor of a flat parameter vector.
 *
 * @param name such as {@code policy.0.weight}
 * @param offset of its first element in the flat vector
 * @param shape {@code [inputs, outputs]} of dense weights, {@code [outputs]} of a bias
 */
public record Tensor(String name, int offset, List<Integer> shape) {

    /** Returns the number of elements. */
    public int size() {
        return shape.stream().reduce(1, Math::multiplyExact);
    }

    /** Returns the offset behind its last element. */
    public int end() {
        return offset + size();
    }

    /**
     * Returns the tensors of a network within a larger vector: offset by {@code shift} floats, with {@code part}
     * instead of the first words of their names.
     */
    public static List<Tensor> moved(List<Tensor> tensors, String part, int shift) {
        return tensors.stream()
                .map(t -> new Tensor(part + t.name().substring(t.name().indexOf('.')), shift + t.offset(), t.shape()))
                .toList();
    }
}
