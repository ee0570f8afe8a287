package io.htsrl.monitor.onnx;

import io.htsrl.monitor.onnx.OnnxGraph.Attribute;
import io.htsrl.monitor.onnx.OnnxGraph.ElementType;
import io.htsrl.monitor.onnx.OnnxGraph.Port;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.MemoryConfig;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Adds recurrent units: a state in, the state after it out. The caller feeds the one back as the other, and zeros at
 * the beginning of an episode. One thread.
 */
record MemoryNodes(OnnxGraph graph, NetworkNodes layers, MemoryConfig memory) {
    /**
     * Adds the units and returns the name of their output h, {@code [batch, H]}.
     *
     * @param gates sums from the input
     * @param recurrent layer of the sums from the previous output; empty for a kind without one
     */
    String add(String gates, List<DenseLayer> recurrent) {
        String state = graph.input(new Port(
                "state",
                ElementType.FLOAT,
                List.of(memory.stateSize()),
                "memory; zeros at the beginning of an episode"));
        List<String> before = split(state, memory.memory().states());
        String next;
        String output;
        if (memory.memory() == MemoryConfig.Kind.LSTM) {
            String sums = graph.node("memory.gates", "Add", gates, layers.layer(recurrent.get(0), before.get(0)));
            List<String> g = split(sums, 4);
            String kept = graph.node("memory.kept", "Mul", sigmoid(g.get(1)), before.get(1));
            String added = graph.node("memory.added", "Mul", sigmoid(g.get(0)), tanh(g.get(2)));
            String cell = graph.node("memory.cell", "Add", kept, added);
            output = graph.node("memory.output", "Mul", sigmoid(g.get(3)), tanh(cell));
            next = graph.node("next_state", "Concat", List.of(output, cell), Attribute.of("axis", 1));
        } else {
            output = memory.memory() == MemoryConfig.Kind.GRU
                    ? gru(split(gates, 3), split(layers.layer(recurrent.get(0), before.get(0)), 3), before.get(0))
                    : mix(sigmoid(split(gates, 2).get(0)), before.get(0), "memory.input.1");
            next = graph.node("next_state", "Identity", output);
        }
        graph.output(new Port(next, ElementType.FLOAT, List.of(memory.stateSize()), "memory for the next call"));
        return output;
    }

    private String gru(List<String> x, List<String> r, String before) {
        String reset = sigmoid(graph.node("memory.reset", "Add", x.get(0), r.get(0)));
        String update = sigmoid(graph.node("memory.update", "Add", x.get(1), r.get(1)));
        String candidate =
                graph.node("memory.candidate", "Add", x.get(2), graph.node("memory.part", "Mul", reset, r.get(2)));
        return mix(update, tanh(candidate), before);
    }

    /** Returns {@code a + z (b - a)}. */
    private String mix(String z, String a, String b) {
        String change = graph.node("memory.change", "Mul", z, graph.node("memory.difference", "Sub", b, a));
        return graph.node("memory.output", "Add", a, change);
    }

    private String sigmoid(String of) {
        return graph.node(of + ".sigmoid", "Sigmoid", of);
    }

    private String tanh(String of) {
        return graph.node(of + ".tanh", "Tanh", of);
    }

    /** Returns the names of equal parts of rows: {@code NAME.0}, {@code NAME.1} ... */
    private List<String> split(String rows, int parts) {
        List<String> names =
                IntStream.range(0, parts).mapToObj(part -> rows + "." + part).toList();
        long[] sizes = new long[parts];
        Arrays.fill(sizes, memory.memorySize());
        graph.split(names, rows + ".sizes", rows, sizes);
        return names;
    }
}
