package io.htsrl.policies.acting;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkDefinition;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.TableLayout;

/** Table of values instead of a network. Stateless, any thread. */
public final class TableNetwork implements NetworkDefinition {

    @Override
    public String name() {
        return TableConfig.NAME;
    }

    @Override
    public String summary() {
        return "no network, a row for each one-hot observation";
    }

    @Override
    public NetworkConfig configure(Settings settings) {
        return new TableConfig();
    }

    @Override
    public PolicyNetwork create(
            NetworkConfig config, ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        return new TablePolicy(new TableLayout(frame, first, heads));
    }
}
