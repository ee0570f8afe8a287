package io.htsrl.policies.network;

import io.htsrl.core.policy.Policy;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import java.util.List;
import java.util.Optional;

/** Network in both roles: the acting side, and the learner's side with the same parameters. */
public interface PolicyNetwork extends Policy {

    /** Returns the layout of the tensors of {@link #actor}, which defines its computation. */
    NetworkLayout layout();

    /**
     * Returns the acting part, at the front of the parameter vector. Parameters that only the learner reads may follow,
     * such as critics. The learner's sides that this network creates are the actor's, perhaps with noise.
     */
    default PolicyNetwork actor() {
        return this;
    }

    /**
     * Returns the network of the last output, a value, if it is one of its own; its parameters follow those of
     * {@link #layout}.
     */
    default Optional<PolicyNetwork> valueNetwork() {
        return Optional.empty();
    }

    /** Returns every tensor of the parameter vector, in its order. */
    default List<Tensor> tensors() {
        return layout().tensors();
    }

    /** Returns the number of outputs of the first head. */
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

    /** Creates a snapshot of an evaluation, which has no noise that explores. */
    default Snapshot newEvaluationSnapshot() {
        return newSnapshot();
    }

    /**
     * Returns the same network for learners, with rows {@code [value][samples]} of quantiles instead of their means:
     * those of the fractions that a batch gives its rows, in front, and undefined ones behind.
     *
     * @param samples most fractions of a row
     * @throws UnsupportedOperationException where the network has no implicit quantiles
     */
    default PolicyNetwork sampled(int samples) {
        throw new UnsupportedOperationException(
                "no implicit quantiles in " + getClass().getSimpleName());
    }

    /**
     * Returns the input of the first layer of {@link #layout} for an observation, by a reference's arithmetic: the
     * observation itself, unless the network normalises it.
     */
    default double[] input(double[] observation, float[] parameters) {
        return observation;
    }

    /**
     * Creates a learner's side, with parameters and gradients in the same order.
     *
     * @param backend backend that computes it
     * @param maxRows the greatest number of rows of a minibatch
     * @param team team that computes each pass of {@link Backend#JVM}, without changing a bit; not closed with the
     *     network
     * @throws io.htsrl.core.error.ConfigurationException when that backend is not there, or cannot compute this network
     *     on this machine
     */
    GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team);

    /**
     * Creates a learner's side on the JVM kernel for minibatches divided by rows. It is faster for them, since only the
     * sums wait for the previous rows; for images it needs more memory.
     *
     * @return empty where the network has none
     */
    default Optional<ChainedNetwork> newChainedNetwork(int maxRows, Team team) {
        return Optional.empty();
    }

    /** Creates a learner's side on the JVM kernel, computed by the calling thread. */
    default GradientNetwork newGradientNetwork(int maxRows) {
        return newGradientNetwork(Backend.JVM, maxRows, Team.alone());
    }
}
