package io.htsrl.policies.acting;

import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.List;

/** A network that its layout describes. Thread rule of {@link io.htsrl.core.policy.Policy}. */
abstract class LayoutPolicy<L extends NetworkLayout> implements PolicyNetwork {
    private final L layout;

    LayoutPolicy(L layout) {
        this.layout = layout;
    }

    @Override
    public final L layout() {
        return layout;
    }

    @Override
    public final int parameterCount() {
        return layout.parameterCount();
    }

    @Override
    public final int observationSize() {
        return layout.observationSize();
    }

    @Override
    public final int outputWidth() {
        return layout.outputWidth();
    }

    @Override
    public final int policyOutputs() {
        return layout.policyOutputs();
    }

    @Override
    public final List<Tensor> tensors() {
        return layout.tensors();
    }
}
