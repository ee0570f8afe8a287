package io.htsrl.policies.acting;

import io.htsrl.core.policy.ImplicitQuantiles;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.acting.DenseForward.PackedLayers;
import io.htsrl.policies.gradient.ImplicitGradients;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.kernel.RowOffsets;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.ImplicitLayout;
import io.htsrl.policies.network.OrthogonalInitializer;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.List;

/**
 * Implicit quantile network (Dabney et al. 2018): an action's value is the mean of its quantiles at K fixed fractions,
 * {@code (k + 1/2) / K}. So a row depends on its observation alone and an actor draws nothing; the embedded fractions
 * are computed once for each snapshot. Immutable; thread rules of {@link Policy}.
 *
 * @param torso network of {@link io.htsrl.policies.network.Heads#FEATURES}
 * @param layout of all parameters
 */
public record ImplicitPolicy(PolicyNetwork torso, ImplicitLayout layout) implements PolicyNetwork {

    @Override
    public double[] input(double[] observation, float[] parameters) {
        return torso.input(observation, parameters);
    }

    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        float[] front = new float[torso.parameterCount()];
        torso.initialise(front, stream);
        System.arraycopy(front, 0, parameters, 0, front.length);
        new OrthogonalInitializer().initialise(layout, parameters, stream);
    }

    @Override
    public PolicyNetwork sampled(int samples) {
        return new ImplicitPolicy(torso, layout.sampled(samples));
    }

    @Override
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        return new ImplicitGradients(layout, torso.newGradientNetwork(backend, maxRows, team), maxRows, team);
    }

    @Override
    public Snapshot newSnapshot() {
        return new ImplicitSnapshot(layout, torso.newSnapshot(), torso.parameterCount());
    }

    @Override
    public Forward newForward() {
        return new ImplicitForward(layout, torso.newForward());
    }

    private static List<List<List<DenseLayer>>> embedding(ImplicitLayout layout) {
        return List.of(List.of(List.of(layout.embedding())));
    }

    private static List<List<List<DenseLayer>>> function(ImplicitLayout layout) {
        return List.of(layout.function().stream().map(List::of).toList());
    }

    /** Copy of all parameters, with φ of each fixed fraction: {@code [k][units]}. */
    private static final class ImplicitSnapshot implements Policy.Snapshot {
        private final ImplicitLayout layout;
        private final Policy.Snapshot torso;
        private final float[] front;
        private final PackedLayers function;
        private final PackedLayers embedding;
        private final DenseForward embedder;
        private final float[] cosines;
        private final Windows cosineRow;
        private final float[] embedded;
        private final int[] offsets;

        ImplicitSnapshot(ImplicitLayout layout, Policy.Snapshot torso, int ofTorso) {
            this.layout = layout;
            this.torso = torso;
            front = new float[ofTorso];
            function = new PackedLayers(function(layout), null);
            embedding = new PackedLayers(embedding(layout), null);
            embedder = new DenseForward(Kernels.best(), embedding(layout), Activation.RELU);
            int inputs = layout.embedding().inputs();
            cosines = new float[inputs];
            cosineRow = Windows.ofRows(cosines, new int[1], inputs);
            int fractions = layout.quantiles().numQuantileSamples();
            int units = layout.quantiles().quantileUnits();
            embedded = new float[fractions * units];
            offsets = RowOffsets.offsets(0, fractions, units);
        }

        @Override
        public void load(float[] parameters) {
            layout.checkLength(parameters);
            System.arraycopy(parameters, 0, front, 0, front.length);
            torso.load(front);
            function.load(parameters);
            embedding.load(parameters);
            for (int k = 0; k < offsets.length; k++) {
                layout.cosines(ImplicitQuantiles.midpoint(k, offsets.length), cosines, 0);
                embedder.run(embedding, cosineRow, 1, embedded, offsets, k);
            }
            for (int i = 0; i < embedded.length; i++) {
                embedded[i] = Math.max(embedded[i], 0);
            }
        }
    }

    /** Forward of one thread: all fractions of one row after another. Allocates nothing. */
    private static final class ImplicitForward implements Policy.Forward {
        private static final int CHUNK = DenseForward.CHUNK;

        private final ImplicitLayout layout;
        private final Policy.Forward torso;
        private final DenseForward function;
        private final int units;
        private final int fractions;
        private final ObservationBatch chunk = new ObservationBatch(CHUNK);
        private final float[] features;
        private final int[] featureOffsets;
        private final float[] products;
        private final Windows productRows;
        private final float[] quantiles; // [k][action]
        private final int[] quantileOffsets;

        ImplicitForward(ImplicitLayout layout, Policy.Forward torso) {
            this.layout = layout;
            this.torso = torso;
            function = new DenseForward(Kernels.best(), function(layout), Activation.RELU);
            units = layout.quantiles().quantileUnits();
            fractions = layout.quantiles().numQuantileSamples();
            features = new float[CHUNK * units];
            featureOffsets = RowOffsets.offsets(0, CHUNK, units);
            products = new float[CHUNK * units];
            productRows = Windows.ofRows(products, featureOffsets, units);
            quantiles = new float[fractions * layout.values()];
            quantileOffsets = RowOffsets.offsets(0, fractions, layout.values());
        }

        @Override
        public void forward(Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets) {
            if (!(snapshot instanceof ImplicitSnapshot own) || own.layout != layout) {
                throw new IllegalArgumentException("this snapshot belongs to another policy");
            }
            for (int start = 0; start < batch.rows(); start += CHUNK) {
                int count = Math.min(CHUNK, batch.rows() - start);
                chunk.copy(batch, start, count);
                torso.forward(own.torso, chunk, features, featureOffsets);
                for (int row = 0; row < count; row++) {
                    compute(own, row);
                    ImplicitGradients.means(
                            quantiles, 0, fractions, layout.values(), outputs, outputOffsets[start + row]);
                }
            }
        }

        private void compute(ImplicitSnapshot own, int row) {
            for (int first = 0; first < fractions; first += CHUNK) {
                int count = Math.min(CHUNK, fractions - first);
                for (int i = 0; i < count * units; i++) {
                    products[i] = Math.max(features[row * units + i % units], 0) * own.embedded[first * units + i];
                }
                function.run(own.function, productRows, count, quantiles, quantileOffsets, first);
            }
        }
    }
}
