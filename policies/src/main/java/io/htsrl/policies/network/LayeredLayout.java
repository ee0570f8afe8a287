package io.htsrl.policies.network;

import io.htsrl.core.environment.ObservationSpace;
import java.util.ArrayList;
import java.util.List;

/**
 * Layout of a network of {@link LayerGraph layers}. The order: the tensors of each layer, in the graph's order, then
 * the heads in the order of their columns, as in {@link MlpLayout}. Checkpoints and digests depend on this order.
 * Immutable.
 */
public final class LayeredLayout extends NetworkLayout {
    private final ObservationSpace frame;
    private final List<Layer> layers;
    private final Layer policyTorso;
    private final Layer valueTorso;
    private final List<DenseLayer> headLayers;

    /** Function that adds the layers of one torso to a graph and returns the last one. */
    @FunctionalInterface
    public interface Torso {
        Layer add(LayerGraph graph);
    }

    /**
     * Heads that read one layer.
     *
     * @param input last layer of a torso
     * @param heads in the order of their columns
     */
    public record HeadGroup(Layer input, List<DenseLayer> heads) {}

    /**
     * @param graph an empty graph of the observations
     * @param shared whether the heads of an actor-critic, and the value beside a memory, read one torso
     * @throws IllegalArgumentException when the observations do not fit the layers; the message is a rule without its
     *     subject
     */
    public LayeredLayout(FirstHead first, Heads heads, LayerGraph graph, boolean shared, Torso torso) {
        super(graph.inputSize(), first, heads);
        frame = graph.observations();
        boolean separate = heads.separateTorsos(shared);
        if (separate || heads == Heads.ACTOR || heads == Heads.MEMORY && !shared) {
            graph.begin("policy");
        } else if (heads == Heads.VALUE) {
            graph.begin("value");
        }
        policyTorso = torso.add(graph);
        if (separate) {
            graph.begin("value");
        }
        valueTorso = separate ? torso.add(graph) : policyTorso;
        layers = List.copyOf(graph.layers());
        headLayers = headsOf(policyTorso.size(), valueTorso.size(), graph.end());
    }

    /** Returns the space of one frame of an input. */
    public ObservationSpace frame() {
        return frame;
    }

    /** Returns the number of frames in an input. */
    public int frameStack() {
        return observationSize() / frame.size();
    }

    /** Returns every layer before the heads; inputs come before the layers that read them. */
    public List<Layer> layers() {
        return layers;
    }

    /** Returns the heads in the order of their columns. */
    public List<DenseLayer> headLayers() {
        return headLayers;
    }

    /** Returns the last layer of the torso that the policy head reads. */
    public Layer policyTorso() {
        return policyTorso;
    }

    /** Returns the last layer of the torso that the value head reads. */
    public Layer valueTorso() {
        return valueTorso;
    }

    /** Returns the heads of each torso, in the order of their columns. */
    public List<HeadGroup> headGroups() {
        if (valueTorso == policyTorso) {
            return List.of(new HeadGroup(policyTorso, headLayers));
        }
        int last = headLayers.size() - 1;
        return List.of(
                new HeadGroup(policyTorso, headLayers.subList(0, last)),
                new HeadGroup(valueTorso, headLayers.subList(last, last + 1)));
    }

    @Override
    public List<Tensor> tensors() {
        List<Tensor> tensors = new ArrayList<>();
        layers.forEach(layer -> tensors.addAll(layer.operation().tensors()));
        headLayers.forEach(head -> tensors.addAll(head.tensors()));
        return tensors;
    }

    @Override
    public int parameterCount() {
        return headLayers.get(headLayers.size() - 1).end();
    }

    /** Returns the size of this network. */
    public NetworkSize size() {
        long activations = 0;
        long widest = outputWidth();
        for (Layer layer : layers) {
            // values and gradients, and of a convolution its own copies of both
            long copies = layer.operation() instanceof Operation.Convolution ? 4 : 2;
            activations += copies * layer.size();
            widest = Math.max(widest, layer.size());
        }
        return new NetworkSize(parameterCount(), activations + 2L * outputWidth(), widest);
    }
}
