package io.htsrl.policies.acting;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.service.Services;
import io.htsrl.policies.agents.SeparatePolicies;
import io.htsrl.policies.mask.MaskedPolicy;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.ImplicitLayout;
import io.htsrl.policies.network.MemoryConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkDefinition;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.RecurrentLayout;
import java.util.List;
import java.util.Optional;

/** Factory of networks from checked configurations, by the definitions on the class path. Stateless, any thread. */
public final class Networks {

    private Networks() {}

    /**
     * Creates the network that {@code config} describes.
     *
     * @param frame one observation; a network's input is a stack of them, the oldest first
     * @param frameStack S, frames in an input
     * @param first the first head
     */
    public static PolicyNetwork create(
            NetworkConfig config, ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        if (frame.unread() > 0) {
            PolicyNetwork served = frame.policies().isEmpty()
                    ? create(config, frame.unmasked(), frameStack, first, heads)
                    : SeparatePolicies.of(
                            frame,
                            frameStack,
                            first,
                            heads,
                            (own, head) -> create(config, own, frameStack, head, heads));
            return frame.mask() == 0 ? served : new MaskedPolicy(served, frame, frameStack);
        }
        if (config instanceof RecurrentConfig recurrent) {
            if (heads == Heads.ACTOR_CRITIC && !recurrent.sharesTorso()) {
                return new ValueBeside(
                        create(config, frame, frameStack, first, Heads.ACTOR),
                        create(recurrent.torso(), frame, frameStack, FirstHead.of(1), Heads.VALUE));
            }
            MemoryConfig memory = recurrent.memory();
            PolicyNetwork torso =
                    create(recurrent.torso(), frame, frameStack, FirstHead.of(memory.inputs()), Heads.MEMORY);
            return new RecurrentPolicy(torso, new RecurrentLayout(torso, memory, first, heads));
        }
        if (config instanceof ImplicitConfig implicit) {
            FirstHead features = FirstHead.of(implicit.quantiles().quantileUnits());
            PolicyNetwork torso = create(implicit.torso(), frame, frameStack, features, Heads.FEATURES);
            return new ImplicitPolicy(torso, new ImplicitLayout(torso, implicit.quantiles(), first, heads));
        }
        return find(config.network())
                .orElseThrow(() -> new IllegalArgumentException("no network " + config.network()))
                .create(config, frame, frameStack, first, heads);
    }

    /**
     * Returns all definitions on the class path, sorted by name.
     *
     * @throws io.htsrl.core.error.ConfigurationException when one cannot be loaded, or two have one name
     */
    public static List<NetworkDefinition> all() {
        return Services.named(NetworkDefinition.class, NetworkDefinition::name);
    }

    /** Returns the definition of that name; empty where it does not exist. */
    public static Optional<NetworkDefinition> find(String name) {
        return all().stream()
                .filter(definition -> definition.name().equals(name))
                .findFirst();
    }

    /** Creates a network whose first head has only computed outputs, such as one for each discrete action. */
    public static PolicyNetwork create(
            NetworkConfig config, ObservationSpace frame, int frameStack, int outputs, Heads heads) {
        return create(config, frame, frameStack, FirstHead.of(outputs), heads);
    }
}
