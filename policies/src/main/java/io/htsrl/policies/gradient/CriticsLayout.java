package io.htsrl.policies.gradient;

import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.NetworkSize;
import io.htsrl.policies.network.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Layout of the tensors of n critics in their flat vector, one critic after another. Each is a multi-layer perceptron
 * ({@link MlpLayout}) over {@code [observation | action]} with one head of values. Immutable.
 *
 * @param critic          layout of one critic, as if it began at 0
 * @param observationSize floats in an observation row
 * @param actionWidth     floats in an action row
 * @param critics         n
 */
public record CriticsLayout(MlpLayout critic, int observationSize, int actionWidth, int critics) {
    /** @throws IllegalArgumentException when a size is below 1 or the vector would not fit an array */
    public CriticsLayout {
        if (critics < 1 || actionWidth < 1) {
            throw new IllegalArgumentException(critics + " critics of actions of " + actionWidth + " floats");
        }
        if ((long) critics * critic.parameterCount() > NetworkSize.MOST_PARAMETERS) {
            throw new IllegalArgumentException(
                    critics + " critics of " + critic.parameterCount() + " parameters: beyond what one array holds");
        }
    }

    /**
     * Creates the layout of critics over one observation and one action each.
     *
     * @param outputs values that each critic gives: 1, or quantiles
     */
    public CriticsLayout(int observationSize, int actionWidth, MlpConfig config, int critics, int outputs) {
        this(
                new MlpLayout(Math.addExact(observationSize, actionWidth), outputs, config.ofValues(), Heads.Q),
                observationSize,
                actionWidth,
                critics);
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

    /** Returns a critic's layers, in the order of the forward pass, with their offsets in the flat vector. */
    public List<DenseLayer> layers(int index) {
        return critic.layers().stream()
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
