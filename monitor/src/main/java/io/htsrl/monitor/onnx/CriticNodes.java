package io.htsrl.monitor.onnx;

import io.htsrl.monitor.onnx.OnnxGraph.Attribute;
import io.htsrl.monitor.onnx.OnnxGraph.ElementType;
import io.htsrl.monitor.onnx.OnnxGraph.Port;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.gradient.CriticsLayout;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.LayeredLayout;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Adds the value of an actor's action, as its critics estimate it: the mean of the smallest values, as in learning; the
 * smaller one of twins. One thread.
 *
 * @param inputs adds what a layer reads of the observation
 * @param kept   number of the smallest values of all critics that count
 */
record CriticNodes(
        OnnxGraph graph, NetworkNodes network, JointPolicy policy, Function<Operation, String> inputs, int kept) {
    private static final String VALUE = "value";
    private static final String VALUES = "q_values";

    /**
     * Adds the output.
     *
     * @param observation rows that the actor also reads; null where a critic has an encoder of its own
     * @param action      rows of the action in [-1, 1]; unused where critics give a value for each action
     */
    void add(String observation, String action) {
        CriticsLayout layout = policy.critics();
        List<String> values = layout.critic() instanceof LayeredLayout critic
                ? layeredValues(critic, action)
                : values((MlpLayout) layout.critic(), observation, action);
        if (layout.actionWidth() == 0) {
            graph.node(VALUES, "Min", values);
            graph.output(new Port(
                    VALUES, ElementType.FLOAT, List.of(layout.outputs()), "of each action: the least of the critics'"));
            return;
        }
        String all = graph.node("critic.values", "Concat", values, Attribute.of("axis", 1));
        graph.node(VALUE, "ReduceMean", List.of(least(all)), Attribute.list("axes", 1), Attribute.of("keepdims", 0));
        int count = layout.critics() * layout.outputs();
        String meaning = count == 1
                ? "the critic's"
                : kept == 1
                        ? "the least of " + count + " critics"
                        : "mean of the least " + kept + " of " + count + " quantiles";
        graph.output(new Port(VALUE, ElementType.FLOAT, List.of(), "of this action: " + meaning));
    }

    private List<String> values(MlpLayout critic, String observation, String action) {
        String input = policy.critics().actionWidth() == 0
                ? observation
                : graph.node("critic.input", "Concat", List.of(observation, action), Attribute.of("axis", 1));
        List<String> values = new ArrayList<>();
        for (int i = 0; i < policy.critics().critics(); i++) {
            List<DenseLayer> layers = layers(i);
            int last = layers.size() - 1;
            String top = network.torso(layers.subList(0, last), critic.config().activation(), input);
            values.add(network.layer(layers.get(last), top));
        }
        return values;
    }

    private List<String> layeredValues(LayeredLayout critic, String action) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < policy.critics().critics(); i++) {
            int from = policy.criticsOffset() + policy.critics().offset(i);
            float[] own = Arrays.copyOfRange(network.parameters(), from, from + critic.parameterCount());
            graph.begin("critic" + (i + 1) + ".");
            NetworkNodes nodes = new NetworkNodes(graph, own);
            String[] outputs =
                    nodes.layers(critic, read -> read instanceof Operation.Action ? action : inputs.apply(read));
            String top = outputs[critic.policyTorso().index()];
            values.add(nodes.heads(critic.headLayers(), false, top, top).first());
            graph.begin("");
        }
        return values;
    }

    /** Returns a critic's layers at their offsets in the whole parameter vector. */
    private List<DenseLayer> layers(int critic) {
        return policy.critics().layers(critic).stream()
                .map(layer -> new DenseLayer(
                        "critic" + (critic + 1) + "." + layer.name(),
                        layer.inputs(),
                        layer.outputs(),
                        policy.criticsOffset() + layer.offset()))
                .toList();
    }

    private String least(String values) {
        String least = "critic.least";
        graph.nodes(
                List.of(least, least + ".places"),
                "TopK",
                List.of(values, graph.integers("critic.kept", kept)),
                Attribute.of("axis", 1),
                Attribute.of("largest", 0),
                Attribute.of("sorted", 1));
        return least;
    }
}
