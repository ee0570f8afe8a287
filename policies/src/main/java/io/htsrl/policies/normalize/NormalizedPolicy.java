package io.htsrl.policies.normalize;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.mask.MaskedPolicy;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Network with normalised observations. The statistics are parameters behind those of the network, so φ_k includes the
 * statistics of φ_k. No gradient moves them. Immutable; thread rules of {@link io.htsrl.core.policy.Policy}.
 *
 * @param network reads rows of floats, one frame each
 * @param clip bound at which normalised values are clipped
 */
public record NormalizedPolicy(PolicyNetwork network, Normalization normalization, float clip)
        implements PolicyNetwork {

    /** @param features of one observation: one frame of a stack */
    public NormalizedPolicy(PolicyNetwork network, int features, double clip) {
        this(network, new Normalization(network.parameterCount(), features), (float) clip);
    }

    /** Returns what gives a network beside {@code network} the same inputs; empty where that one reads raw rows. */
    public static Optional<NormalizedRows> rowsOf(PolicyNetwork network, int maxRows) {
        if (network instanceof MaskedPolicy masked) {
            return rowsOf(masked.network(), maxRows);
        }
        return network instanceof NormalizedPolicy own
                ? Optional.of(new NormalizedRows(own.normalization, own.clip, maxRows, own.observationSize()))
                : Optional.empty();
    }

    @Override
    public int parameterCount() {
        return normalization.end();
    }

    @Override
    public NetworkLayout layout() {
        return network.layout();
    }

    @Override
    public List<Tensor> tensors() {
        return Stream.concat(network.tensors().stream(), normalization.tensors().stream())
                .toList();
    }

    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        network.initialise(parameters, stream);
        normalization.initialise(parameters);
    }

    @Override
    public double[] input(double[] observation, float[] parameters) {
        double[] input = observation.clone();
        for (int i = 0; i < input.length; i++) {
            int feature = i % normalization.features();
            double mean = parameters[normalization.offset() + feature];
            double scale = parameters[normalization.scaleOffset() + feature];
            input[i] = Math.max(-clip, Math.min(clip, (input[i] - mean) * scale));
        }
        return input;
    }

    @Override
    public Snapshot newSnapshot() {
        return new NormalizedSnapshot(
                normalization,
                network.newSnapshot(),
                new float[normalization.offset()],
                new float[normalization.end()]);
    }

    @Override
    public Forward newForward() {
        return new NormalizedForward(normalization, clip, network.newForward(), observationSize());
    }

    @Override
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        return new NormalizedGradients(
                normalization, clip, network.newGradientNetwork(backend, maxRows, team), observationSize());
    }

    @Override
    public Optional<ChainedNetwork> newChainedNetwork(int maxRows, Team team) {
        return network.newChainedNetwork(maxRows, team)
                .map(chained -> new NormalizedGradients(normalization, clip, chained, observationSize()));
    }

    /**
     * Copy of all parameters.
     *
     * @param network snapshot of the network, from {@code trained}
     * @param trained the network's parameters
     * @param all the whole vector, for the statistics
     */
    private record NormalizedSnapshot(
            Normalization normalization, Policy.Snapshot network, float[] trained, float[] all)
            implements Policy.Snapshot {
        @Override
        public void load(float[] parameters) {
            if (parameters.length != all.length) {
                throw new IllegalArgumentException(parameters.length + " parameters for a network of " + all.length);
            }
            System.arraycopy(parameters, 0, all, 0, all.length);
            System.arraycopy(parameters, 0, trained, 0, trained.length);
            network.load(trained);
        }
    }

    /**
     * Forward of one thread: normalises a chunk of rows at a time in scratch memory, where the network reads them. Rows
     * are independent, so the chunks change no bit. Allocates nothing.
     */
    private static final class NormalizedForward implements Policy.Forward {
        private static final int CHUNK = 32;

        private final Normalization normalization;
        private final Policy.Forward network;
        private final NormalizedRows rows;
        private final int[] offsets = new int[CHUNK];

        /** @param inputs elements of a row, all frames of its stack */
        NormalizedForward(Normalization normalization, float clip, Policy.Forward network, int inputs) {
            this.normalization = normalization;
            this.network = network;
            this.rows = new NormalizedRows(normalization, clip, CHUNK, inputs);
        }

        @Override
        public void forward(Policy.Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets) {
            if (!(snapshot instanceof NormalizedSnapshot own)
                    || !own.normalization().equals(normalization)) {
                throw new IllegalArgumentException("this snapshot belongs to another policy");
            }
            for (int start = 0; start < batch.rows(); start += CHUNK) {
                int count = Math.min(CHUNK, batch.rows() - start);
                System.arraycopy(outputOffsets, start, offsets, 0, count);
                network.forward(own.network(), rows.of(own.all(), batch, start, count), outputs, offsets);
            }
        }
    }
}
