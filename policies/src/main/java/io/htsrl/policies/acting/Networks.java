package io.htsrl.policies.acting;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.policies.mask.MaskedPolicy;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MemoryConfig;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.RecurrentConfig;
import io.htsrl.policies.network.RecurrentLayout;
import io.htsrl.policies.network.TableConfig;
import io.htsrl.policies.network.TableLayout;
import io.htsrl.policies.normalize.NormalizedPolicy;

/**
 * Factory of networks from checked configurations. Only this class knows the class of each network. Stateless, any
 * thread.
 */
public final class Networks {

    private Networks() {}

    /**
     * Creates the network that {@code config} describes.
     *
     * @param frame      one observation; a network's input is a stack of them, the oldest first
     * @param frameStack S, frames in an input
     * @param first      the first head
     */
    public static PolicyNetwork create(
            NetworkConfig config, ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        if (frame.mask() > 0) {
            return new MaskedPolicy(create(config, frame.unmasked(), frameStack, first, heads), frame, frameStack);
        }
        if (config instanceof RecurrentConfig recurrent) {
            MemoryConfig memory = recurrent.memory();
            PolicyNetwork torso =
                    create(recurrent.torso(), frame, frameStack, FirstHead.of(memory.inputs()), Heads.MEMORY);
            return new RecurrentPolicy(torso, new RecurrentLayout(torso, memory, first, heads));
        }
        if (config instanceof MlpConfig mlp) {
            return mlp.normalization().normObs()
                    ? normalized(mlp, frame, frameStack, first, heads)
                    : new MlpPolicy(frame, frameStack, first, mlp, heads);
        }
        if (config instanceof TableConfig) {
            return new TablePolicy(new TableLayout(frame, first, heads));
        }
        return new ConvPolicy(frame, frameStack, first, (ConvConfig) config, heads);
    }

    /** Creates a network whose first head has only computed outputs, such as one for each discrete action. */
    public static PolicyNetwork create(
            NetworkConfig config, ObservationSpace frame, int frameStack, int outputs, Heads heads) {
        return create(config, frame, frameStack, FirstHead.of(outputs), heads);
    }

    /** Creates a network behind a normalisation. It reads assembled stacks as rows. */
    private static PolicyNetwork normalized(
            MlpConfig config, ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        ObservationSpace rows = ObservationSpace.floats(Math.multiplyExact(frameStack, frame.size()));
        return new NormalizedPolicy(
                new MlpPolicy(rows, 1, first, config, heads),
                frame.size(),
                config.normalization().clipObs());
    }
}
