package io.htsrl.policies.gradient;

import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.List;
import java.util.Optional;

/** Network with the parameters of another one; an implementation changes what goes in or comes out. */
public interface DelegatingPolicy extends PolicyNetwork {
    PolicyNetwork network();

    @Override
    default NetworkLayout layout() {
        return network().layout();
    }

    @Override
    default Optional<PolicyNetwork> valueNetwork() {
        return network().valueNetwork();
    }

    @Override
    default List<Tensor> tensors() {
        return network().tensors();
    }

    @Override
    default int parameterCount() {
        return network().parameterCount();
    }

    @Override
    default int outputWidth() {
        return network().outputWidth();
    }

    @Override
    default int memorySize() {
        return network().memorySize();
    }

    @Override
    default void initialise(float[] parameters, RandomStream stream) {
        network().initialise(parameters, stream);
    }

    @Override
    default double[] input(double[] observation, float[] parameters) {
        return network().input(observation, parameters);
    }

    @Override
    default Snapshot newSnapshot() {
        return network().newSnapshot();
    }
}
