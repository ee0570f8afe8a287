package io.htsrl.policies.network;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Layout of a multi-layer perceptron's tensors in its flat parameter vector. Immutable.
 *
 * <p>The order, each layer as weights {@code [inputs][outputs]} and then its bias:
 *
 * <ol>
 *   <li>separate torsos: {@code policy.0 ... policy.L-1, policy.head, value.0 ... value.L-1, value.head};
 *   <li>a shared torso: {@code torso.0 ... torso.L-1, policy.head, value.head};
 *   <li>{@link Heads#ACTOR}: {@code torso.0 ... torso.L-1, policy.head};
 *   <li>{@link Heads#Q}: {@code torso.0 ... torso.L-1, q.head};
 *   <li>{@link Heads#DUELING}: {@code torso.0 ... torso.L-1, advantage.head, value.head}.
 * </ol>
 *
 * Where the first head has free outputs, {@code policy.log_std} follows its layer. Checkpoints and digests depend on
 * this order.
 */
public final class MlpLayout extends NetworkLayout {
    private final MlpConfig config;
    private final List<DenseLayer> policyTorso;
    private final List<DenseLayer> policyHeads;
    private final List<DenseLayer> valueTorso;
    private final List<DenseLayer> headLayers;

    /** Creates a layout whose first head has only computed outputs, such as one for each discrete action. */
    public MlpLayout(int observationSize, int outputs, MlpConfig config, Heads heads) {
        this(observationSize, FirstHead.of(outputs), config, heads);
    }

    /**
     * @param observationSize floats in an observation row
     * @param first the first head
     * @param config its {@code sharedTorso} matters to {@link Heads#ACTOR_CRITIC} alone
     * @throws IllegalArgumentException when a size is below 1 or the vector would not fit an array
     */
    public MlpLayout(int observationSize, FirstHead first, MlpConfig config, Heads heads) {
        super(observationSize, first, heads);
        if (observationSize < 1 || first.computed() < 1 || config.hiddenSizes().isEmpty()) {
            throw new IllegalArgumentException("a network of " + observationSize + " inputs, hidden layers "
                    + config.hiddenSizes() + " and " + first.computed() + " outputs of " + heads.firstHead());
        }
        this.config = config;
        boolean separate = heads.separateTorsos(config.sharedTorso());
        policyTorso = torso(separate ? "policy" : "torso", config.policySizes(), 0);
        policyHeads = List.copyOf(
                firstHeads(last(policyTorso).outputs(), last(policyTorso).end()));
        valueTorso =
                separate ? torso("value", config.valueSizes(), last(policyHeads).end()) : List.of();
        List<DenseLayer> all = new ArrayList<>(policyHeads);
        if (heads.hasValueHead()) {
            all.add(valueHead());
        }
        headLayers = List.copyOf(all);
    }

    private DenseLayer valueHead() {
        boolean separate = !valueTorso.isEmpty();
        return dense(
                "value.head",
                last(separate ? valueTorso : policyTorso).outputs(),
                1,
                separate ? last(valueTorso).end() : last(policyHeads).end());
    }

    private static DenseLayer last(List<DenseLayer> layers) {
        return layers.get(layers.size() - 1);
    }

    private List<DenseLayer> torso(String name, List<Integer> sizes, int start) {
        List<DenseLayer> layers = new ArrayList<>();
        int inputs = observationSize();
        int offset = start;
        for (int outputs : sizes) {
            DenseLayer layer = dense(name + "." + layers.size(), inputs, outputs, offset);
            layers.add(layer);
            inputs = outputs;
            offset = layer.end();
        }
        return List.copyOf(layers);
    }

    /** Returns the hidden layers before the first head; with one torso those of all heads. */
    public List<DenseLayer> policyTorso() {
        return policyTorso;
    }

    /** Returns the first head's layer: logits, means, action values or advantages. */
    public DenseLayer policyHead() {
        return policyHeads.get(0);
    }

    /** Returns the layers of the first head: {@link #policyHead}, and those that repeat or are free if any. */
    public List<DenseLayer> policyHeads() {
        return policyHeads;
    }

    /** Returns the hidden layers of the value head alone; empty with one torso. */
    public List<DenseLayer> valueTorso() {
        return valueTorso;
    }

    /** Returns the heads in the order of their columns: {@link #policyHeads}, then the value head if any. */
    public List<DenseLayer> headLayers() {
        return headLayers;
    }

    /**
     * Returns the layers in the order of the forward pass: a path for each torso, which ends with its heads. Layers of
     * one step of a path read the same input. The heads of all paths are in the order of their columns.
     */
    public List<List<List<DenseLayer>>> paths() {
        return valueTorso.isEmpty()
                ? List.of(path(policyTorso, headLayers))
                : List.of(
                        path(policyTorso, policyHeads),
                        path(valueTorso, headLayers.subList(policyHeads.size(), headLayers.size())));
    }

    private static List<List<DenseLayer>> path(List<DenseLayer> torso, List<DenseLayer> heads) {
        return Stream.concat(torso.stream().map(List::of), Stream.of(heads)).toList();
    }

    /** Returns every layer, in the order of the vector. */
    public List<DenseLayer> layers() {
        List<DenseLayer> layers = new ArrayList<>(policyTorso);
        layers.addAll(policyHeads);
        layers.addAll(valueTorso);
        layers.addAll(headLayers.subList(policyHeads.size(), headLayers.size()));
        return layers;
    }

    @Override
    public List<Tensor> tensors() {
        return layers().stream().flatMap(layer -> layer.tensors().stream()).toList();
    }

    @Override
    public int parameterCount() {
        return last(headLayers).end();
    }

    public MlpConfig config() {
        return config;
    }
}
