package io.htsrl.learners.optim;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.math.NotFinite;
import io.htsrl.core.policy.Policy;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.List;

/**
 * Check for numbers that are not finite. Its error names the tensor that holds the first of them. One thread. Update k
 * learns from interval k.
 */
public final class FiniteCheck {
    private final List<Tensor> tensors;

    /** @param policy policy whose tensors make up gradients and parameter vectors */
    public FiniteCheck(Policy policy) {
        this(tensors(policy));
    }

    /** @param tensors tensors that make up gradients and parameter vectors */
    public FiniteCheck(List<Tensor> tensors) {
        this.tensors = List.copyOf(tensors);
    }

    /** Returns the tensors of the policy's parameter vector, in its order. */
    public static List<Tensor> tensors(Policy policy) {
        return policy instanceof PolicyNetwork network
                ? network.tensors()
                : List.of(new Tensor("parameters", 0, List.of(policy.parameterCount())));
    }

    /** @throws DivergedException when {@code value} is NaN or infinite */
    public static double check(String what, double value, long update) {
        if (!Double.isFinite(value)) {
            throw new DivergedException(what + " is " + value + place(update), update);
        }
        return value;
    }

    /**
     * Checks a gradient by its norm, which is finite exactly when all elements are.
     *
     * @throws DivergedException when {@code norm} is NaN or infinite
     */
    public void checkGradient(float[] gradient, double norm, long update) {
        if (!Double.isFinite(norm)) {
            throw new DivergedException(
                    "the gradient's norm is " + norm + place(update) + describe(gradient, "the gradient of "), update);
        }
    }

    /** @throws DivergedException when an element is NaN or infinite */
    public void checkParameters(float[] parameters, long update) {
        if (NotFinite.first(parameters, 0, parameters.length) >= 0) {
            throw new DivergedException(
                    "the parameters are not finite any more" + place(update) + describe(parameters, "")
                            + "; those before this update are the last good ones",
                    update);
        }
    }

    private static String place(long update) {
        return " in update " + update + ", which learns from interval " + update;
    }

    /**
     * Describes the first bad tensor, its first bad element, and the number of bad elements; empty when all are finite.
     */
    private String describe(float[] vector, String prefix) {
        for (Tensor tensor : tensors) {
            int element = NotFinite.first(vector, tensor.offset(), tensor.size());
            if (element >= 0) {
                return ": " + prefix + tensor.name() + " has " + vector[tensor.offset() + element] + " as element "
                        + element + " of " + tensor.size() + " (first of " + NotFinite.count(vector, 0, vector.length)
                        + " bad elements in all layers)";
            }
        }
        return "";
    }
}
