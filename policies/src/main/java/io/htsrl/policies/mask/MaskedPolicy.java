package io.htsrl.policies.mask;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.OutputRow;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.gradient.DelegatingGradients;
import io.htsrl.policies.gradient.DelegatingPolicy;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.Arrays;
import java.util.Optional;

/**
 * Network whose observation rows end with a mask of allowed actions: the outputs of forbidden ones, the first outputs
 * of a row, become {@link OutputRow#FORBIDDEN}. So actors, learners and evaluations read masked rows, and the mask
 * changes no other output. Heads give forbidden outputs a gradient of 0. Immutable; thread rules of {@link Policy}.
 *
 * @param network reads the rows without their masks
 * @param frame space of one observation; of a stack the newest mask counts
 */
public record MaskedPolicy(PolicyNetwork network, ObservationSpace frame, int frameStack) implements DelegatingPolicy {
    @Override
    public PolicyNetwork sampled(int samples) {
        return new MaskedPolicy(network.sampled(samples), frame, frameStack);
    }

    @Override
    public int observationSize() {
        return frameStack * frame.size();
    }

    @Override
    public Forward newForward() {
        Forward forward = network.newForward();
        return (snapshot, batch, outputs, outputOffsets) -> {
            forward.forward(snapshot, batch, outputs, outputOffsets);
            for (int row = 0; row < batch.rows(); row++) {
                apply(batch, row, outputs, outputOffsets[row]);
            }
        };
    }

    private void apply(ObservationBatch batch, int row, float[] outputs, int offset) {
        int atoms = layout().first().atoms();
        int mask = batch.offset(row) + frame.size() - frame.mask();
        for (int action = 0; action < frame.mask(); action++) {
            boolean allowed =
                    batch.floats() != null ? batch.floats()[mask + action] != 0 : batch.bytes()[mask + action] != 0;
            if (!allowed) {
                Arrays.fill(outputs, offset + action * atoms, offset + (action + 1) * atoms, OutputRow.FORBIDDEN);
            }
        }
    }

    @Override
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        return new MaskedGradients(network.newGradientNetwork(backend, maxRows, team));
    }

    @Override
    public Optional<ChainedNetwork> newChainedNetwork(int maxRows, Team team) {
        return network.newChainedNetwork(maxRows, team).map(MaskedGradients::new);
    }

    /** Learner's side: masks the output rows. Thread rule of {@link GradientNetwork}. */
    private final class MaskedGradients extends DelegatingGradients {
        MaskedGradients(GradientNetwork network) {
            super(network.parameterCount(), network.outputWidth(), network);
        }

        @Override
        protected void compute(ObservationBatch batch, int rows, float[] outputs) {
            super.compute(batch, rows, outputs);
            for (int row = 0; row < rows; row++) {
                apply(batch, row, outputs, row * outputWidth());
            }
        }
    }
}
