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

    /**
     * Tensors of a network that lies elsewhere in a greater vector: behind {@code shift} floats, and with {@code part} in
     * the place of their names' first words.
     */
    public static List<Tensor> moved(List<Tensor> tensors, String part, int shift) {
        return tensors.stream()
                .map(t -> new Tensor(part + t.name().substring(t.name().indexOf('.')), shift + t.offset(), t.shape()))
                .toList();
    }
}
