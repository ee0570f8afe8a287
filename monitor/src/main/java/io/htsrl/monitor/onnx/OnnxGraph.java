package io.htsrl.monitor.onnx;

import com.google.protobuf.ByteString;
import io.htsrl.monitor.protobuf.Message;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A graph under construction, as ONNX's {@code GraphProto}: nodes in the order of the calls, and constant tensors. Each
 * tensor has one name, and is written once. One thread.
 */
final class OnnxGraph {
    private final List<Message> nodes = new ArrayList<>();
    private final List<Message> constants = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final List<Port> inputs = new ArrayList<>();
    private final List<Port> outputs = new ArrayList<>();
    private String prefix = "";

    /** Sets what the names of later tensors begin with; those of inputs, and of nodes with several outputs, do not. */
    void begin(String newPrefix) {
        prefix = newPrefix;
    }

    private String named(String name) {
        if (!names.add(name)) {
            throw new IllegalArgumentException("two tensors are called " + name);
        }
        return name;
    }

    /** Adds an input of the graph; returns its name. */
    String input(Port port) {
        inputs.add(port);
        return named(port.name());
    }

    /** Adds an output of the graph, which a node computes. */
    void output(Port port) {
        if (!names.contains(port.name())) {
            throw new IllegalArgumentException("nothing computes " + port.name());
        }
        outputs.add(port);
    }

    /** Adds a node that computes one tensor from others; returns the tensor's name. */
    String node(String to, String operator, List<String> from, Attribute... attributes) {
        nodes(List.of(prefix + to), operator, from, attributes);
        return prefix + to;
    }

    /** Adds a node without attributes. */
    String node(String to, String operator, String... from) {
        return node(to, operator, List.of(from), new Attribute[0]);
    }

    /** Adds the mean over an axis, which stays with one element if {@code keepdims} is 1, and goes if it is 0. */
    String mean(String to, String of, int axis, int keepdims) {
        return node(to, "ReduceMean", List.of(of), Attribute.list("axes", axis), Attribute.of("keepdims", keepdims));
    }

    /** Splits axis 1 into parts of these sizes. */
    void split(List<String> parts, String sizesName, String of, long... sizes) {
        nodes(parts, "Split", List.of(of, integers(sizesName, sizes)), Attribute.of("axis", 1));
    }

    /** Adds a node that computes several tensors. */
    void nodes(List<String> to, String operator, List<String> from, Attribute... attributes) {
        Message node = new Message();
        for (String name : from) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException(operator + " reads " + name + ", which nothing computes");
            }
            node.text(1, name);
        }
        to.forEach(name -> node.text(2, named(name)));
        node.text(3, to.get(0)).text(4, operator);
        for (Attribute attribute : attributes) {
            node.message(5, attribute.message());
        }
        nodes.add(node);
    }

    /** Adds a constant tensor: {@code shape} floats of {@code values}, from {@code offset} on; returns its name. */
    String floats(String name, List<Integer> shape, float[] values, int offset) {
        int count = shape.stream().reduce(1, Math::multiplyExact);
        ByteBuffer raw =
                ByteBuffer.allocate(Math.multiplyExact(count, Float.BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        raw.asFloatBuffer().put(values, offset, count);
        return constant(name, shape, ElementType.FLOAT, raw);
    }

    /** Adds a constant number. */
    String scalar(String name, float value) {
        return floats(name, List.of(), new float[] {value}, 0);
    }

    /** Adds a constant list of floats. */
    String floats(String name, float... values) {
        return floats(name, List.of(values.length), values, 0);
    }

    /** Adds a constant list of integers, such as shapes and axes. */
    String integers(String name, long... values) {
        ByteBuffer raw = ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        raw.asLongBuffer().put(values);
        return constant(name, List.of(values.length), ElementType.INT64, raw);
    }

    private String constant(String name, List<Integer> shape, ElementType type, ByteBuffer raw) {
        Message tensor = new Message();
        shape.forEach(size -> tensor.integer(1, size));
        String full = named(prefix + name);
        constants.add(tensor.integer(2, type.number()).text(8, full).bytes(9, ByteString.copyFrom(raw)));
        return full;
    }

    List<Port> inputs() {
        return List.copyOf(inputs);
    }

    List<Port> outputs() {
        return List.copyOf(outputs);
    }

    /** Returns the whole graph as a message. */
    Message message(String name) {
        Message graph = new Message();
        nodes.forEach(node -> graph.message(1, node));
        graph.text(2, name);
        constants.forEach(tensor -> graph.message(5, tensor));
        inputs.forEach(port -> graph.message(11, port.message()));
        outputs.forEach(port -> graph.message(12, port.message()));
        return graph;
    }

    /**
     * An attribute of a node, as ONNX's {@code AttributeProto}: a constant of the graph. Immutable.
     *
     * @param name name that the operator uses
     * @param values a list, or a single value
     * @param list whether the operator expects a list
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

    /**
     * An input or an output of a graph, as ONNX's {@code ValueInfoProto}: rows of a batch of any size. Immutable.
     *
     * @param name name of the tensor
     * @param type type of its elements
     * @param shape shape of one row; empty for a single number
     * @param meaning description for the user
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

        /** Returns a text such as {@code float [batch, 4]}. */
        String form() {
            return type + shape.stream().map(size -> ", " + size).collect(Collectors.joining("", " [" + BATCH, "]"));
        }
    }

    /** Element type of a tensor, with its number in ONNX's {@code TensorProto.DataType}. */
    enum ElementType {
        FLOAT(1),
        UINT8(2),
        INT64(7),
        BOOL(9);

        private final int number;

        ElementType(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }

        /** Returns ONNX Runtime's name: {@code float}, {@code uint8}, {@code int64}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
