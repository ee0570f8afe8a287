package io.htsrl.monitor.onnx;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.learners.offpolicy.ActorCritics;
import io.htsrl.monitor.onnx.NetworkNodes.HeadRows;
import io.htsrl.monitor.onnx.OnnxGraph.Attribute;
import io.htsrl.monitor.onnx.OnnxGraph.ElementType;
import io.htsrl.monitor.onnx.OnnxGraph.Port;
import io.htsrl.monitor.onnx.OnnxPolicy.OnnxFile;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.gradient.CriticsLayout;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.ImplicitLayout;
import io.htsrl.policies.network.LayeredLayout;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.Operation;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.RecurrentLayout;
import io.htsrl.policies.network.TableLayout;
import io.htsrl.policies.normalize.Normalization;
import io.htsrl.trainer.config.RunConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Builds a policy from ONNX's operators: from observations to the action, the distribution's parameters and the value.
 * Stateless, any thread.
 *
 * <p>Every runtime adds in another order than the acting forward, whose tanh is an approximation. So outputs are equal
 * to a relative difference of about 1e-6, not in every bit.
 */
final class PolicyGraph {
    private final OnnxGraph graph = new OnnxGraph();
    private final RunConfig config;
    private final PolicyNetwork whole;
    private final PolicyNetwork actor;
    private final float[] parameters;
    private final NetworkNodes layers;
    private final InputNodes input;
    private final Map<Operation, String> inputs = new HashMap<>();
    private String observation; // rows that layers read, where the network is a single one

    private PolicyGraph(RunConfig config, EnvironmentSpec spec, float[] parameters) {
        this.config = config;
        this.parameters = parameters;
        whole = config.policy(spec);
        actor = whole.actor();
        layers = new NetworkNodes(graph, parameters);
        input = new InputNodes(graph, spec.observationSpace().unmasked(), config.frameStack());
    }

    /**
     * Returns the graph of a run's policy.
     *
     * @param config checked
     * @param spec specification of the environment
     * @param parameters all parameters of the run
     * @throws ConfigurationException when it is larger than an ONNX file, or its head is not supported
     */
    static OnnxGraph of(RunConfig config, EnvironmentSpec spec, float[] parameters) {
        PolicyGraph policy = new PolicyGraph(config, spec, parameters);
        policy.checkSize();
        HeadRows rows = policy.rows(policy.actor.layout());
        int mask = spec.observationSpace().mask();
        Port allowed = new Port("action_mask", ElementType.FLOAT, List.of(mask), "1 for each allowed action, else 0");
        new ActionNodes(
                        policy.graph,
                        config.head(spec),
                        spec.actionSpace(),
                        rows,
                        mask == 0 ? null : policy.graph.input(allowed))
                .add();
        if (rows.value() != null) {
            policy.addValue(rows.value());
        } else if (policy.whole instanceof JointPolicy joint && config.algorithm() instanceof ActorCritics learnt) {
            new CriticNodes(policy.graph, policy.layers, joint, policy::read, learnt.keptValues())
                    .add(policy.observation, ActionNodes.SQUASHED);
        }
        return policy.graph;
    }

    private void checkSize() {
        new Violations()
                .check(
                        whole.parameterCount() <= OnnxFile.MOST_PARAMETERS,
                        "--onnx",
                        null,
                        "must hold at most " + OnnxFile.MOST_PARAMETERS + " parameters in one file, and the policy has "
                                + whole.parameterCount(),
                        "read model.safetensors instead")
                .check(
                        !(actor.layout() instanceof TableLayout),
                        "--onnx",
                        null,
                        "must hold a network, and a table of values is none",
                        "read model.safetensors instead: a row for each observation")
                .throwIfAny();
    }

    private HeadRows rows(NetworkLayout layout) {
        boolean hasValue = layout.heads().hasValueHead();
        if (layout instanceof ConvLayout conv) {
            String features = layers.torso(conv, input.images(conv.frame()));
            return layers.heads(conv.headLayers(), hasValue, features, features);
        }
        if (layout instanceof RecurrentLayout recurrent) {
            String gates = rows(recurrent.torso()).first();
            String output = new MemoryNodes(graph, layers, recurrent.memory()).add(gates, recurrent.recurrent());
            return layers.heads(recurrent.headLayers(), hasValue, output, output);
        }
        if (layout instanceof ImplicitLayout implicit) {
            return new QuantileNodes(graph, layers, implicit)
                    .add(rows(implicit.torso()).first());
        }
        if (layout instanceof LayeredLayout layered) {
            String[] outputs = layers.layers(layered, this::read);
            return layers.heads(
                    layered.headLayers(),
                    hasValue,
                    outputs[layered.policyTorso().index()],
                    outputs[layered.valueTorso().index()]);
        }
        MlpLayout mlp = (MlpLayout) layout;
        Activation activation = mlp.config().activation();
        String inputs = rows();
        observation = inputs;
        String policy = layers.torso(mlp.policyTorso(), activation, inputs);
        List<DenseLayer> ofValue = mlp.valueTorso();
        String value = ofValue.isEmpty() ? policy : layers.torso(ofValue, activation, inputs);
        return layers.heads(mlp.headLayers(), hasValue, policy, value);
    }

    /** Adds the observation as rows of numbers, normalised where the network does so. */
    private String rows() {
        return input.rows(Normalization.of(actor.tensors()), config.network().normalization(), parameters);
    }

    /** Returns what a layer reads of the observation; added once. */
    private String read(Operation operation) {
        return inputs.computeIfAbsent(operation, this::input);
    }

    private String input(Operation operation) {
        if (operation instanceof Operation.Frames frames) {
            return input.part(frames.offset(), frames.shape());
        }
        Operation.Features features = (Operation.Features) operation;
        boolean whole = features.size() == actor.observationSize() // normalised stacks are one row
                || features.size() * config.frameStack() == actor.observationSize();
        return whole ? rows() : input.part(features.offset(), features.size());
    }

    private void addValue(String rows) {
        String value = graph.node("value", "Squeeze", rows, graph.integers("value.axes", 1));
        graph.output(new Port(value, ElementType.FLOAT, List.of(), "of the state"));
    }

    /**
     * Adds the value of an actor's action, as its critics estimate it: the mean of the smallest values, as in learning;
     * the smaller one of twins. One thread.
     *
     * @param inputs adds what a layer reads of the observation
     * @param kept number of the smallest values of all critics that count
     */
    private record CriticNodes(
            OnnxGraph graph, NetworkNodes network, JointPolicy policy, Function<Operation, String> inputs, int kept) {
        private static final String VALUE = "value";
        private static final String VALUES = "q_values";

        /**
         * Adds the output.
         *
         * @param observation rows that the actor also reads; null where a critic has an encoder of its own
         * @param action rows of the action in [-1, 1]; unused where critics give a value for each action
         */
        void add(String observation, String action) {
            CriticsLayout layout = policy.critics();
            List<String> values = layout.critic() instanceof LayeredLayout critic
                    ? layeredValues(critic, action)
                    : values((MlpLayout) layout.critic(), observation, action);
            if (layout.actionWidth() == 0) {
                graph.node(VALUES, "Min", values);
                graph.output(new Port(
                        VALUES,
                        ElementType.FLOAT,
                        List.of(layout.outputs()),
                        "of each action: the least of the critics'"));
                return;
            }
            String all = graph.node("critic.values", "Concat", values, Attribute.of("axis", 1));
            graph.mean(VALUE, least(all), 1, 0);
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
                String top =
                        network.torso(layers.subList(0, last), critic.config().activation(), input);
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
}
