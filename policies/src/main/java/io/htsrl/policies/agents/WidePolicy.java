package io.htsrl.policies.agents;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.gradient.DelegatingGradients;
import io.htsrl.policies.gradient.DelegatingPolicy;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.Optional;

/**
 * Network of one policy in rows that have room for the spaces of others: it reads its observation at the front of a
 * row, and its outputs are {@link OutputColumns} of a row. Immutable; thread rules of
 * {@link io.htsrl.core.policy.Policy}.
 *
 * @param network reads and writes rows of its own spaces
 * @param observationSize elements of a wide input, all frames of its stack
 */
record WidePolicy(PolicyNetwork network, OutputColumns columns, int observationSize) implements DelegatingPolicy {

    @Override
    public int outputWidth() {
        return columns.row().length;
    }

    /** Writes each row where the wide one belongs, which is longer, and then moves its outputs. */
    @Override
    public Forward newForward() {
        Forward forward = network.newForward();
        float[] row = new float[network.rowWidth()];
        return (snapshot, batch, outputs, outputOffsets) -> {
            forward.forward(snapshot, batch, outputs, outputOffsets);
            for (int i = 0; i < batch.rows(); i++) {
                int at = outputOffsets[i];
                System.arraycopy(outputs, at, row, 0, row.length);
                columns.widen(row, 0, outputs, at, columns.row());
                System.arraycopy(row, network.outputWidth(), outputs, at + outputWidth(), memorySize());
            }
        };
    }

    @Override
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        return new Gradients(network.newGradientNetwork(backend, maxRows, team));
    }

    /**
     * Learner's side, which shows the rows of its layers if the other one does. Thread rule of {@link GradientNetwork}.
     */
    private final class Gradients extends DelegatingGradients {
        private final float[] values; // rows of outputs, or of their gradients
        private final float[] zeros = new float[columns.row().length];
        private int rows; // of the last forward

        Gradients(GradientNetwork inner) {
            super(inner.parameterCount(), columns.row().length, inner);
            this.values = new float[Math.multiplyExact(inner.maxRows(), inner.outputWidth())];
        }

        @Override
        protected void compute(ObservationBatch batch, int newRows, float[] outputs) {
            rows = newRows;
            network.forward(batch, values);
            widen(outputs, columns.row());
        }

        private void widen(float[] wide, float[] without) {
            for (int row = 0; row < rows; row++) {
                columns.widen(values, row * network.outputWidth(), wide, row * outputWidth(), without);
            }
        }

        @Override
        protected void differentiate(float[] outputGradient, int sameRows, float[] parameterGradient) {
            for (int row = 0; row < rows; row++) {
                columns.narrow(outputGradient, row * outputWidth(), values, row * network.outputWidth());
            }
            network.backward(values, parameterGradient);
        }

        /** Outputs that the policy does not have never change. */
        @Override
        public void jacobianProduct(float[] direction, float[] derivatives) {
            network.jacobianProduct(direction, values);
            widen(derivatives, zeros);
        }
    }

    /** Creates the learner's side around a chained network, whose layers show their rows. */
    Optional<GradientNetwork> newShowingNetwork(int maxRows, Team team) {
        Optional<ChainedNetwork> chained = network.newChainedNetwork(maxRows, team);
        return chained.map(Gradients::new);
    }
}
