package io.htsrl.policies.gradient;

import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.NetworkSize;
import io.htsrl.policies.network.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Layout of the tensors of n critics in their flat vector, one critic after another. Each has one head of values. It is
 * a multi-layer perceptron ({@link MlpLayout}) over {@code [observation | action]}, or has layers of other kinds.
 * Immutable.
 *
 * @param critic layout of one critic, as if it began at 0
 * @param observationSize floats in an observation row
 * @param actionWidth floats in an action row; 0 where critics give a value for each discrete action
 * @param critics n
 */
public record CriticsLayout(NetworkLayout critic, int observationSize, int actionWidth, int critics) {
    /** @throws IllegalArgumentException when a size is below 1 or the vector would not fit an array */
    public CriticsLayout {
        if (critics < 1 || actionWidth < 0) {
            throw new IllegalArgumentException(critics + " critics of actions of " + actionWidth + " floats");
        }
        if ((long) critics * critic.parameterCount() > NetworkSize.MOST_PARAMETERS) {
            throw new IllegalArgumentException(
                    critics + " critics of " + critic.parameterCount() + " parameters: beyond what one array holds");
        }
    }

    /** Returns the number of values of each critic. */
    public int outputs() {
        return critic.policyOutputs();
    }

    /** Returns the length of the flat vector. */
    public int parameterCount() {
        return critics * critic.parameterCount();
    }

    /** Returns the offset of a critic's parameters. */
    public int offset(int index) {
        return index * critic.parameterCount();
    }

    /** @throws IllegalArgumentException unless the vector has the length of this one */
    public void checkLength(float[] vector) {
        if (vector.length != parameterCount()) {
            throw new IllegalArgumentException(vector.length + " elements for critics of " + parameterCount());
        }
    }

    /**
     * Returns the layers of a multi-layer perceptron, in the order of the forward pass, with their offsets in the flat
     * vector.
     */
    public List<DenseLayer> layers(int index) {
        return ((MlpLayout) critic)
                .layers().stream()
                        .map(l -> new DenseLayer(l.name(), l.inputs(), l.outputs(), offset(index) + l.offset()))
                        .toList();
    }

    /** Returns every tensor, such as {@code critic1.0.weight}, in the order of the vector. */
    public List<Tensor> tensors() {
        List<Tensor> tensors = new ArrayList<>();
        for (int i = 0; i < critics; i++) {
            tensors.addAll(Tensor.moved(critic.tensors(), "critic" + (i + 1), offset(i)));
        }
        return List.copyOf(tensors);
    }
}
