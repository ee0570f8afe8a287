package io.htsrl.policies.acting;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.TableLayout;
import java.util.Arrays;
import java.util.Optional;

/**
 * Acting table: an output row is a copy of the observation's row of parameters, so its bits depend on nothing else. All
 * parameters begin with 0. All backends learn it with the same code. Thread rules of
 * {@link io.htsrl.core.policy.Policy}.
 */
public record TablePolicy(TableLayout layout) implements PolicyNetwork {
    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        Arrays.fill(parameters, 0, layout.freeOffset(), 0);
        Arrays.fill(
                parameters,
                layout.freeOffset(),
                layout.parameterCount(),
                layout.first().start());
    }

    @Override
    public Snapshot newSnapshot() {
        return new Copy(layout, new float[layout.parameterCount()]);
    }

    @Override
    public Forward newForward() {
        return this::forward;
    }

    private void forward(Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets) {
        if (!(snapshot instanceof Copy copy) || copy.layout != layout) {
            throw new IllegalArgumentException("this snapshot belongs to another policy");
        }
        for (int row = 0; row < batch.rows(); row++) {
            int state = layout.state(batch.floats(), batch.offset(row));
            layout.read(copy.parameters, state, outputs, outputOffsets[row]);
        }
    }

    @Override
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        return new TableGradients(layout, maxRows);
    }

    @Override
    public Optional<ChainedNetwork> newChainedNetwork(int maxRows, Team team) {
        return Optional.of(new TableGradients(layout, maxRows));
    }

    /** Copy of all parameters. */
    private record Copy(TableLayout layout, float[] parameters) implements Snapshot {
        @Override
        public void load(float[] newParameters) {
            layout.checkLength(newParameters);
            System.arraycopy(newParameters, 0, parameters, 0, parameters.length);
        }
    }
}
