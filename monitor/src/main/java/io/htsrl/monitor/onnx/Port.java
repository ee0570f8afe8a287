package io.htsrl.monitor.onnx;

import io.htsrl.monitor.protobuf.Message;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An input or an output of a graph, as ONNX's {@code ValueInfoProto}: rows of a batch, whose number is free. Immutable.
 *
 * @param name    of the tensor
 * @param type    of its elements
 * @param shape   of one row; empty for a single number
 * @param meaning for people
 */
record Port(String name, ElementType type, List<Integer> shape, String meaning) {
    private static final String BATCH = "batch";

    Message message() {
        Message dimensions = new Message().message(1, new Message().text(2, BATCH));
        shape.forEach(size -> dimensions.message(1, new Message().integer(1, size)));
        Message tensor = new Message().integer(1, type.number()).message(2, dimensions);
        return new Message()
                .text(1, name)
                .message(2, new Message().message(1, tensor))
                .text(3, meaning);
    }

    /** Such as {@code float [batch, 4]}. */
    String form() {
        return type + shape.stream().map(size -> ", " + size).collect(Collectors.joining("", " [" + BATCH, "]"));
    }
}
