package io.htsrl.monitor.onnx;

import io.htsrl.monitor.protobuf.Message;

/**
 * An attribute of a node, as ONNX's {@code AttributeProto}: what is fixed when the graph is made. Immutable.
 *
 * @param name   as the operator calls it
 * @param values a list, or a single one
 * @param list   whether the operator asks for a list
 */
record Attribute(String name, int[] values, boolean list) {
    private static final int INT = 2;
    private static final int INTS = 7;

    static Attribute of(String name, int value) {
        return new Attribute(name, new int[] {value}, false);
    }

    static Attribute list(String name, int... values) {
        return new Attribute(name, values, true);
    }

    Message message() {
        Message message = new Message().text(1, name);
        for (int value : values) {
            message.integer(list ? 8 : 3, value);
        }
        return message.integer(20, list ? INTS : INT);
    }
}
