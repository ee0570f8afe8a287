package io.htsrl.policies.network;

import java.util.List;

/** Layout of a network's tensors in its flat parameter vector, and width of its rows. Immutable. */
public sealed interface NetworkLayout permits MlpLayout, ConvLayout, TableLayout {

    /** Returns the length of the flat vector. */
    int parameterCount();

    /** Returns the number of elements of a network input. */
    int observationSize();

    /** Returns the head by which actions are chosen. */
    FirstHead first();

    Heads heads();

    /** Returns the floats in an output row: {@link #policyOutputs()}, plus one with a value head. */
    default int outputWidth() {
        return heads().outputWidth(policyOutputs());
    }

    /** Returns the number of outputs of the first head. */
    default int policyOutputs() {
        return first().outputs();
    }

    /** @throws IllegalArgumentException unless the vector has the length of this one */
    default void checkLength(float[] parameters) {
        if (parameters.length != parameterCount()) {
            throw new IllegalArgumentException(parameters.length + " parameters for a network of " + parameterCount());
        }
    }

    /** Returns every tensor, in the order of the vector. */
    List<Tensor> tensors();
}
