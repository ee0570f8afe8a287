package io.htsrl.policies.network;

import io.htsrl.core.policy.Policy;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import java.util.List;
import java.util.Optional;

/** A network in both of its roles: the acting side, and the learner's side with the same parameters. */
public interface PolicyNetwork extends Policy {

    /** Where the tensors of {@link #actor} lie, and so what it computes. */
    NetworkLayout layout();

    /**
     * The part that acts. It stands at the front of the parameter vector; behind it may stand what only the learner
     * reads, such as critics. The learner's sides that this makes are the actor's.
     */
    default PolicyNetwork actor() {
        return this;
    }

    /** Every tensor of the parameter vector, in its order. */
    default List<Tensor> tensors() {
        return layout().tensors();
    }

    /** Outputs of the first head. */
    default int policyOutputs() {
        return layout().policyOutputs();
    }

    @Override
    default int parameterCount() {
        return layout().parameterCount();
    }

    @Override
    default int observationSize() {
        return layout().observationSize();
    }

    @Override
    default int outputWidth() {
        return layout().outputWidth();
    }

    /**
     * What the first layer of {@link #layout} reads of an observation, by the arithmetic of a reference: itself, unless
     * the network normalises it.
     */
    default double[] input(double[] observation, float[] parameters) {
        return observation;
    }

    /**
     * A new learner's side, with parameters and gradients in the same order.
     *
     * @param backend what computes it
     * @param maxRows the greatest number of rows of a minibatch
     * @param team    that shares each pass of {@link Backend#JVM}, without changing a bit; not closed with the network
     * @throws io.htsrl.core.error.ConfigurationException when that backend is not there, or cannot compute this
     *                                                    network on this machine
     */
    GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team);

    /**
     * The same on the JVM kernel, for minibatches that are shared out by rows. Faster where they are, since nothing waits for
     * the rows before but the sums; of images it needs more memory.
     *
     * @return empty where the network has none
     */
    default Optional<ChainedNetwork> newChainedNetwork(int maxRows, Team team) {
        return Optional.empty();
    }

    /** The same on the JVM kernel, by the calling thread. */
    default GradientNetwork newGradientNetwork(int maxRows) {
        return newGradientNetwork(Backend.JVM, maxRows, Team.alone());
    }
}
