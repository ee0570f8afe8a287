package io.htsrl.policies;

import io.htsrl.core.Violations;
import java.util.List;

/**
 * The shape of a multi-layer perceptron between its inputs and its {@link Heads}.
 *
 * @param hiddenSizes units of each hidden layer, at least one layer
 * @param activation  after every hidden layer
 * @param sharedTorso whether an actor-critic's policy and value share the hidden layers; separate ones are the
 *                    default of CleanRL and Stable-Baselines3. The networks of other heads have one torso always
 */
public record MlpConfig(List<Integer> hiddenSizes, Activation activation, boolean sharedTorso) {

    /** The non-linearity of the hidden layers. */
    public enum Activation { TANH, RELU }

    public MlpConfig {
        hiddenSizes = List.copyOf(hiddenSizes);
    }

    /** Adds what is wrong with this shape. */
    public void check(Violations violations) {
        violations.check(!hiddenSizes.isEmpty() && hiddenSizes.stream().allMatch(size -> size >= 1 && size <= 65536),
                "--hidden-sizes", hiddenSizes, "must name one layer or more of 1 .. 65536 units",
                "give 64,64 for example");
    }
}
