package io.htsrl.policies.network;

import java.util.ArrayList;
import java.util.List;

/** Layout of a network's tensors in its flat parameter vector, and width of its rows. Immutable. */
public abstract sealed class NetworkLayout
        permits MlpLayout, ConvLayout, TableLayout, RecurrentLayout, LayeredLayout, ImplicitLayout {
    private final int observationSize;
    private final FirstHead first;
    private final Heads heads;

    NetworkLayout(int observationSize, FirstHead first, Heads heads) {
        this.observationSize = observationSize;
        this.first = first;
        this.heads = heads;
    }

    /** Returns the length of the flat vector. */
    public abstract int parameterCount();

    /** Returns the layout of the network that reads the observation: this one, unless layers follow another one. */
    public NetworkLayout torso() {
        return this;
    }

    /** Returns the number of elements of a network input. */
    public final int observationSize() {
        return observationSize;
    }

    /** Returns the head by which actions are chosen. */
    public final FirstHead first() {
        return first;
    }

    public final Heads heads() {
        return heads;
    }

    /** Returns the floats in an output row: {@link #policyOutputs()}, plus one with a value head. */
    public final int outputWidth() {
        return heads.outputWidth(policyOutputs());
    }

    /** Returns the number of outputs of the first head. */
    public final int policyOutputs() {
        return first.outputs();
    }

    /** @throws IllegalArgumentException unless the vector has the length of this one */
    public final void checkLength(float[] parameters) {
        if (parameters.length != parameterCount()) {
            throw new IllegalArgumentException(parameters.length + " parameters for a network of " + parameterCount());
        }
    }

    /** Returns every tensor, in the order of the vector. */
    public abstract List<Tensor> tensors();

    /**
     * Creates a layer.
     *
     * @throws IllegalArgumentException when the vector would not fit an array
     */
    static DenseLayer dense(String name, int inputs, int outputs, int offset) {
        checkEnd(name, offset + (inputs + 1L) * outputs);
        return new DenseLayer(name, inputs, outputs, offset);
    }

    /**
     * Creates the heads of one torso, in the order of their columns: the first head, its repeated and free outputs if
     * any, then the value head if any.
     *
     * @param units units that the heads read
     * @param offset of the first weight
     */
    final List<DenseLayer> headsOf(int units, int offset) {
        return headsOf(units, units, offset);
    }

    /** Creates the heads of two torsos; {@code valueUnits} are those that the value head reads. */
    final List<DenseLayer> headsOf(int units, int valueUnits, int offset) {
        List<DenseLayer> layers = firstHeads(units, offset);
        if (heads.hasValueHead()) {
            layers.add(dense(
                    "value.head", valueUnits, 1, layers.get(layers.size() - 1).end()));
        }
        return List.copyOf(layers);
    }

    /** Creates the layers of the first head, in the order of their columns. */
    final List<DenseLayer> firstHeads(int units, int offset) {
        List<DenseLayer> layers = new ArrayList<>();
        layers.add(dense(heads.firstHead(), units, first.computed(), offset));
        if (first.repeated() > 0) {
            if (first.repeated() != units) {
                throw new IllegalArgumentException(first.repeated() + " outputs that repeat " + units + " units");
            }
            layers.add(
                    new DenseLayer(Heads.REPEATED, units, units, layers.get(0).end(), true));
        }
        if (first.free() > 0) {
            layers.add(dense(Heads.FREE, 0, first.free(), layers.get(0).end()));
        }
        return layers;
    }

    static void checkEnd(String name, long end) {
        if (end > NetworkSize.MOST_PARAMETERS) {
            throw new IllegalArgumentException(
                    "layer " + name + " would end at parameter " + end + ", beyond what one array holds");
        }
    }
}
