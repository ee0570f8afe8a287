package io.htsrl.policies.network;

import java.util.List;
import java.util.stream.Stream;

/**
 * Layout of a network with a memory. The order: the torso with the layer {@code memory.input} as its head (and the
 * statistics of normalised observations, if any), {@code memory.recurrent} for the kinds that have it, then the heads,
 * as in {@link MlpLayout} with one torso. Immutable.
 */
public final class RecurrentLayout extends NetworkLayout {
    private final NetworkLayout torso;
    private final MemoryConfig memory;
    private final List<Tensor> torsoTensors;
    private final List<DenseLayer> recurrent;
    private final List<DenseLayer> headLayers;

    /**
     * @param torso network that computes the memory's gates, at the front of the vector
     * @param first first head
     * @param heads heads behind the memory
     */
    public RecurrentLayout(PolicyNetwork torso, MemoryConfig memory, FirstHead first, Heads heads) {
        super(torso.observationSize(), first, heads);
        this.torso = torso.layout();
        this.memory = memory;
        this.torsoTensors = torso.tensors();
        int units = memory.memorySize();
        int end = torso.parameterCount();
        this.recurrent = memory.memory().recurrent()
                ? List.of(dense("memory.recurrent", units, memory.inputs(), end))
                : List.of();
        this.headLayers =
                headsOf(units, recurrent.isEmpty() ? end : recurrent.get(0).end());
    }

    /** Returns the layout of the network before the memory. */
    @Override
    public NetworkLayout torso() {
        return torso;
    }

    public MemoryConfig memory() {
        return memory;
    }

    /** Returns the layer from the previous output to the gates; empty for a kind without one. */
    public List<DenseLayer> recurrent() {
        return recurrent;
    }

    /** Returns the heads in the order of their columns. */
    public List<DenseLayer> headLayers() {
        return headLayers;
    }

    /** Returns the offset of the bias of the gates. */
    int inputBias() {
        return torsoTensors.stream()
                .filter(tensor -> tensor.name().equals(Heads.MEMORY.firstHead() + ".bias"))
                .findFirst()
                .orElseThrow()
                .offset();
    }

    @Override
    public int parameterCount() {
        return headLayers.get(headLayers.size() - 1).end();
    }

    @Override
    public List<Tensor> tensors() {
        Stream<DenseLayer> own = Stream.concat(recurrent.stream(), headLayers.stream());
        return Stream.concat(torsoTensors.stream(), own.flatMap(layer -> layer.tensors().stream()))
                .toList();
    }
}
