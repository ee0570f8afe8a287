package io.htsrl.policies.layers;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.backend.ComputeBackend;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.LayeredLayout;
import io.htsrl.policies.network.OrthogonalInitializer;
import io.htsrl.policies.network.PolicyNetwork;

/**
 * Network of {@link io.htsrl.policies.network.LayerGraph layers}. The acting side is row-stable: each element is one
 * chain of operations over its row, in an order that the layer's shape alone decides.
 */
public record LayeredPolicy(LayeredLayout layout) implements PolicyNetwork {

    @Override
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        return backend == Backend.JVM
                ? new LayeredGradients(layout, maxRows, team)
                : ComputeBackend.of(backend).network(layout, maxRows);
    }

    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        new OrthogonalInitializer().initialise(layout, parameters, stream);
    }

    @Override
    public Snapshot newSnapshot() {
        return new LayerWeights(layout, true);
    }

    @Override
    public Forward newForward() {
        return new LayeredForward(layout);
    }

    private static final class LayeredForward implements Forward {
        private static final int CHUNK = 32;

        private final LayeredLayout layout;
        private final LayerPasses passes;

        LayeredForward(LayeredLayout layout) {
            this.layout = layout;
            passes = new LayerPasses(layout, CHUNK, 0);
        }

        @Override
        public void forward(Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets) {
            if (!(snapshot instanceof LayerWeights weights) || weights.layout() != layout) {
                throw new IllegalArgumentException("this snapshot belongs to another policy");
            }
            for (int start = 0; start < batch.rows(); start += CHUNK) {
                int count = Math.min(CHUNK, batch.rows() - start);
                passes.over(batch, start);
                passes.forward(weights, 0, count);
                for (int row = 0; row < count; row++) {
                    int at = outputOffsets[start + row];
                    passes.copyOutputs(row, outputs, at);
                    for (int i = at; i < at + layout.outputWidth(); i++) {
                        // processors may return the bits of any NaN operand: output rows have one NaN
                        outputs[i] = Float.isNaN(outputs[i]) ? Float.NaN : outputs[i];
                    }
                }
            }
        }
    }
}
