package io.htsrl.policies.acting;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.ConvConfig.Kind;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkDefinition;
import io.htsrl.policies.network.PolicyNetwork;

/** Published convolutional torso of one kind. Stateless, any thread. */
public abstract class ConvNetwork implements NetworkDefinition {
    private final Kind kind;
    private final String summary;

    private ConvNetwork(Kind kind, String summary) {
        this.kind = kind;
        this.summary = summary;
    }

    /** Torso of Mnih et al. 2015. */
    public static final class Nature extends ConvNetwork {
        public Nature() {
            super(Kind.NATURE, "the convolutional network of Mnih et al. 2015");
        }
    }

    /** Torso of Espeholt et al. 2018. */
    public static final class Impala extends ConvNetwork {
        public Impala() {
            super(Kind.IMPALA, "the residual one of Espeholt et al. 2018");
        }
    }

    /** Torso of Young and Tian 2019. */
    public static final class MinAtar extends ConvNetwork {
        public MinAtar() {
            super(Kind.MINATAR, "the small one of Young and Tian 2019");
        }
    }

    @Override
    public String name() {
        return ConvConfig.of(kind).network();
    }

    @Override
    public String summary() {
        return summary;
    }

    @Override
    public NetworkConfig configure(Settings settings) {
        return ConvConfig.of(kind);
    }

    @Override
    public PolicyNetwork create(
            NetworkConfig config, ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        return new ConvPolicy(frame, frameStack, first, (ConvConfig) config, heads);
    }
}
