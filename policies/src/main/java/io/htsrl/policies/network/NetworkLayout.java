package io.htsrl.policies.network;

import java.util.List;

/** Where the tensors of a network lie in its flat parameter vector, and how wide its rows are. Immutable. */
public sealed interface NetworkLayout permits MlpLayout, ConvLayout, TableLayout {

    /** Length of the flat vector. */
    int parameterCount();

    /** Elements of a network input. */
    int observationSize();

    /** The head that actions are chosen by. */
    FirstHead first();

    Heads heads();

    /** Floats in an output row: {@link #policyOutputs()}, and one more where there is a value head. */
    default int outputWidth() {
        return heads().outputWidth(policyOutputs());
    }

    /** Outputs of the first head. */
    default int policyOutputs() {
        return first().outputs();
    }

    /** @throws IllegalArgumentException unless the vector has the length of this one */
    default void checkLength(float[] parameters) {
        if (parameters.length != parameterCount()) {
            throw new IllegalArgumentException(parameters.length + " parameters for a network of " + parameterCount());
        }
    }

    /** Every tensor, in the order of the vector. */
    List<Tensor> tensors();
}
