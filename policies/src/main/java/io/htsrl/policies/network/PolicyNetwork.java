package io.htsrl.policies.network;

import io.htsrl.core.policy.Policy;
import java.util.List;

/** A network in both of its roles: the acting side, and the learner's side with the same parameters. */
public interface PolicyNetwork extends Policy {

    /** Outputs of the first head: logits, action values or advantages, one for each discrete action. */
    int policyOutputs();

    /** Where its tensors lie, and so what it computes. */
    NetworkLayout layout();

    /** Every tensor of the parameter vector, in its order. */
    List<Tensor> tensors();

    /**
     * A new learner's side, with parameters and gradients in the same order.
     *
     * @param maxRows the greatest number of rows of a minibatch
     * @throws io.htsrl.core.error.ConfigurationException when ND4J has no native library for this platform, or
     *                                                    computes on a device that this network cannot learn on
     */
    GradientNetwork newGradientNetwork(int maxRows);
}
