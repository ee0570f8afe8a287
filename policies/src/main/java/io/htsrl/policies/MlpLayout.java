package io.htsrl.policies;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the tensors of an actor-critic multi-layer perceptron lie in its flat parameter vector. Immutable.
 *
 * <p>The order, each layer as weights {@code [inputs][outputs]} and then its bias:
 * <ol>
 *   <li>separate torsos: {@code policy.0 ... policy.L-1, policy.head, value.0 ... value.L-1, value.head};</li>
 *   <li>a shared torso: {@code torso.0 ... torso.L-1, policy.head, value.head}.</li>
 * </ol>
 * Checkpoints and digests rest on this order.
 */
public final class MlpLayout {

    /**
     * A view of one tensor.
     *
     * @param name   such as {@code policy.0.weight}
     * @param offset of its first element in the flat vector
     * @param shape  {@code [inputs, outputs]} of weights, {@code [outputs]} of a bias
     */
    public record Tensor(String name, int offset, List<Integer> shape) {
    }

    private final int observationSize;
    private final MlpConfig config;
    private final List<DenseLayer> policyTorso;
    private final DenseLayer policyHead;
    private final List<DenseLayer> valueTorso;
    private final DenseLayer valueHead;

    /**
     * @param observationSize floats in an observation row
     * @param policyOutputs   outputs of the policy head: the number of discrete actions
     * @throws IllegalArgumentException when a size is below 1 or the vector would not fit an array
     */
    public MlpLayout(int observationSize, int policyOutputs, MlpConfig config) {
        if (observationSize < 1 || policyOutputs < 1 || config.hiddenSizes().isEmpty()) {
            throw new IllegalArgumentException("a network of " + observationSize + " inputs, hidden layers "
                    + config.hiddenSizes() + " and " + policyOutputs + " policy outputs");
        }
        this.observationSize = observationSize;
        this.config = config;
        boolean shared = config.sharedTorso();
        policyTorso = torso(shared ? "torso" : "policy", 0);
        DenseLayer lastPolicy = policyTorso.get(policyTorso.size() - 1);
        policyHead = layer("policy.head", lastPolicy.outputs(), policyOutputs, lastPolicy.end());
        valueTorso = shared ? List.of() : torso("value", policyHead.end());
        DenseLayer lastValue = shared ? lastPolicy : valueTorso.get(valueTorso.size() - 1);
        valueHead = layer("value.head", lastValue.outputs(), 1, shared ? policyHead.end() : lastValue.end());
    }

    private List<DenseLayer> torso(String name, int start) {
        List<DenseLayer> layers = new ArrayList<>();
        int inputs = observationSize;
        int offset = start;
        for (int outputs : config.hiddenSizes()) {
            DenseLayer layer = layer(name + "." + layers.size(), inputs, outputs, offset);
            layers.add(layer);
            inputs = outputs;
            offset = layer.end();
        }
        return List.copyOf(layers);
    }

    private static DenseLayer layer(String name, int inputs, int outputs, int offset) {
        long end = offset + (inputs + 1L) * outputs;
        if (end > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("layer " + name + " of " + inputs + " by " + outputs
                    + " would end at parameter " + end + ", beyond what one array holds");
        }
        return new DenseLayer(name, inputs, outputs, offset);
    }

    /** The hidden layers before the policy head; those of both heads when the torso is shared. */
    public List<DenseLayer> policyTorso() {
        return policyTorso;
    }

    public DenseLayer policyHead() {
        return policyHead;
    }

    /** The hidden layers before the value head alone; empty when the torso is shared. */
    public List<DenseLayer> valueTorso() {
        return valueTorso;
    }

    public DenseLayer valueHead() {
        return valueHead;
    }

    /** Every layer, in the order of the vector. */
    public List<DenseLayer> layers() {
        List<DenseLayer> layers = new ArrayList<>(policyTorso);
        layers.add(policyHead);
        layers.addAll(valueTorso);
        layers.add(valueHead);
        return layers;
    }

    /** Every tensor, in the order of the vector. */
    public List<Tensor> tensors() {
        List<Tensor> tensors = new ArrayList<>();
        for (DenseLayer layer : layers()) {
            tensors.add(new Tensor(layer.name() + ".weight", layer.offset(), List.of(layer.inputs(), layer.outputs())));
            tensors.add(new Tensor(layer.name() + ".bias", layer.biasOffset(), List.of(layer.outputs())));
        }
        return tensors;
    }

    /** Length of the flat vector. */
    public int parameterCount() {
        return valueHead.end();
    }

    public int observationSize() {
        return observationSize;
    }

    /** Outputs of the policy head. */
    public int policyOutputs() {
        return policyHead.outputs();
    }

    /** Floats in an output row {@code [logits | value]}. */
    public int outputWidth() {
        return policyOutputs() + 1;
    }

    public MlpConfig config() {
        return config;
    }
}
