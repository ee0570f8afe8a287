package io.htsrl.policies.agents;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.gradient.LayoutGradientNetwork;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.List;
import java.util.Optional;

/**
 * Network of one policy in rows that have room for the spaces of others: it reads its observation at the front of a row,
 * and its outputs are {@link OutputColumns} of a row. Immutable; thread rules of {@link io.htsrl.core.policy.Policy}.
 *
 * @param network         reads and writes rows of its own spaces
 * @param observationSize elements of a wide input, all frames of its stack
 */
record WidePolicy(PolicyNetwork network, OutputColumns columns, int observationSize) implements PolicyNetwork {

    @Override
    public NetworkLayout layout() {
        return network.layout();
    }

    @Override
    public Optional<PolicyNetwork> valueNetwork() {
        return network.valueNetwork();
    }

    @Override
    public List<Tensor> tensors() {
        return network.tensors();
    }

    @Override
    public int parameterCount() {
        return network.parameterCount();
    }

    @Override
    public int outputWidth() {
        return columns.row().length;
    }

    @Override
    public int memorySize() {
        return network.memorySize();
    }

    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        network.initialise(parameters, stream);
    }

    @Override
    public double[] input(double[] observation, float[] parameters) {
        return network.input(observation, parameters);
    }

    @Override
    public Snapshot newSnapshot() {
        return network.newSnapshot();
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

    /** Learner's side, which shows the rows of its layers if the other one does. Thread rule of {@link GradientNetwork}. */
    private final class Gradients extends LayoutGradientNetwork {
        private final GradientNetwork inner;
        private final float[] values; // rows of outputs, or of their gradients
        private final float[] zeros = new float[columns.row().length];
        private int rows; // of the last forward

        Gradients(GradientNetwork inner) {
            super(inner.parameterCount(), columns.row().length, inner.maxRows());
            this.inner = inner;
            this.values = new float[Math.multiplyExact(inner.maxRows(), inner.outputWidth())];
        }

        @Override
        protected void load(float[] parameters) {
            inner.loadParameters(parameters);
        }

        @Override
        protected void compute(ObservationBatch batch, int newRows, float[] outputs) {
            rows = newRows;
            inner.forward(batch, values);
            widen(outputs, columns.row());
        }

        private void widen(float[] wide, float[] without) {
            for (int row = 0; row < rows; row++) {
                columns.widen(values, row * inner.outputWidth(), wide, row * outputWidth(), without);
            }
        }

        @Override
        protected void differentiate(float[] outputGradient, int sameRows, float[] parameterGradient) {
            for (int row = 0; row < rows; row++) {
                columns.narrow(outputGradient, row * outputWidth(), values, row * inner.outputWidth());
            }
            inner.backward(values, parameterGradient);
        }

        /** Outputs that the policy does not have never change. */
        @Override
        public void jacobianProduct(float[] direction, float[] derivatives) {
            inner.jacobianProduct(direction, values);
            widen(derivatives, zeros);
        }

        @Override
        public List<LayerRows> layerRows() {
            return inner.layerRows();
        }

        @Override
        public void normalizeBy(Statistics statistics) {
            inner.normalizeBy(statistics);
        }

        @Override
        public void moveStatistics(float[] parameters, double share) {
            inner.moveStatistics(parameters, share);
        }

        @Override
        protected void free() {
            inner.close();
        }
    }

    /** Creates the learner's side around a chained network, whose layers show their rows. */
    Optional<GradientNetwork> newShowingNetwork(int maxRows, Team team) {
        Optional<ChainedNetwork> chained = network.newChainedNetwork(maxRows, team);
        return chained.map(Gradients::new);
    }
}
