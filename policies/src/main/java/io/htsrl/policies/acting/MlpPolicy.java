package io.htsrl.policies.acting;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.acting.DenseForward.PackedLayers;
import io.htsrl.policies.backend.ComputeBackend;
import io.htsrl.policies.gradient.KernelMlp;
import io.htsrl.policies.image.NetworkInput;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.kernel.RationalTanh;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.OrthogonalInitializer;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.Optional;

/**
 * Acting side of a multi-layer perceptron: row-stable and fast. {@link Heads} defines the output rows: {@code [logits |
 * value]} for an actor-critic. {@link MlpLayout} defines the order of the parameters; {@code uint8} observations are
 * read as unsigned bytes divided by 255.
 *
 * <p>Each sum starts from the bias and takes one fma per input, in order; the non-linearity is {@link RationalTanh} or
 * {@code max(x, 0)}. So a row's bits do not depend on batch, position, thread, vector width or processor. NaN in
 * parameters or observations gives NaN in the outputs that depend on it.
 */
public final class MlpPolicy implements PolicyNetwork {
    private final boolean direct;
    private final MlpLayout layout;
    private final DenseKernel kernel;

    /** Creates an actor-critic: {@link Heads#ACTOR_CRITIC}. */
    public MlpPolicy(ObservationSpace observations, int policyOutputs, MlpConfig config) {
        this(observations, policyOutputs, config, Heads.ACTOR_CRITIC);
    }

    /**
     * @param observations what a row holds; its shape is flattened
     * @param outputs outputs of the first head, such as the number of discrete actions
     * @param config its {@code sharedTorso} matters to {@link Heads#ACTOR_CRITIC} alone
     */
    public MlpPolicy(ObservationSpace observations, int outputs, MlpConfig config, Heads heads) {
        this(observations, 1, outputs, config, heads);
    }

    /** @param frameStack S: an input is a stack of so many observations, flattened, the oldest first */
    public MlpPolicy(ObservationSpace observations, int frameStack, int outputs, MlpConfig config, Heads heads) {
        this(observations, frameStack, FirstHead.of(outputs), config, heads);
    }

    /**
     * @param first the first head
     * @param config {@link MlpConfig#isPlain}
     */
    public MlpPolicy(ObservationSpace observations, int frameStack, FirstHead first, MlpConfig config, Heads heads) {
        this(observations, frameStack, first, config, heads, Kernels.best());
    }

    MlpPolicy(
            ObservationSpace observations,
            int frameStack,
            FirstHead first,
            MlpConfig config,
            Heads heads,
            DenseKernel kernel) {
        if (!config.isPlain()) {
            throw new IllegalArgumentException("a network of " + config.description());
        }
        layout = new MlpLayout(Math.multiplyExact(frameStack, observations.size()), first, config, heads);
        direct = frameStack == 1 && observations.kind() == ObservationSpace.Kind.FLOAT32;
        this.kernel = kernel;
    }

    @Override
    public MlpLayout layout() {
        return layout;
    }

    @Override
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        return backend == Backend.JVM
                ? new KernelMlp(layout, maxRows, team)
                : ComputeBackend.of(backend).network(layout, maxRows);
    }

    @Override
    public Optional<ChainedNetwork> newChainedNetwork(int maxRows, Team team) {
        return Optional.of(new KernelMlp(layout, maxRows, team));
    }

    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        new OrthogonalInitializer().initialise(layout, parameters, stream);
    }

    @Override
    public Snapshot newSnapshot() {
        return new MlpSnapshot(layout, new PackedLayers(layout.paths(), null));
    }

    @Override
    public Forward newForward() {
        return new MlpForward(layout, direct, kernel);
    }

    private record MlpSnapshot(MlpLayout layout, PackedLayers weights) implements Snapshot {
        @Override
        public void load(float[] parameters) {
            layout.checkLength(parameters);
            weights.load(parameters);
        }
    }

    private static final class MlpForward implements Forward {
        private static final int CHUNK = DenseForward.CHUNK;

        private final MlpLayout layout;
        private final DenseForward dense;
        private final float[] converted;
        private final int[] offsets = new int[CHUNK];
        private Windows rows = Windows.ofRows(null, offsets, 1);
        private Windows otherRows = rows; // of the other bank: the two take turns, and nothing is allocated

        /** @param direct whether the first layers can read a batch without a copy */
        MlpForward(MlpLayout layout, boolean direct, DenseKernel kernel) {
            this.layout = layout;
            dense = new DenseForward(kernel, layout.paths(), layout.config().activation());
            converted = direct ? null : new float[CHUNK * layout.observationSize()];
        }

        @Override
        public void forward(Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets) {
            if (!(snapshot instanceof MlpSnapshot mlp) || mlp.layout != layout) {
                throw new IllegalArgumentException("this snapshot belongs to another policy");
            }
            float[] values = converted == null ? batch.floats() : converted;
            if (rows.values() != values) {
                Windows before = rows;
                rows = otherRows.values() == values
                        ? otherRows
                        : Windows.ofRows(values, offsets, layout.observationSize());
                otherRows = before;
            }
            for (int start = 0; start < batch.rows(); start += CHUNK) {
                int count = Math.min(CHUNK, batch.rows() - start);
                gather(batch, start, count);
                dense.run(mlp.weights, rows, count, outputs, outputOffsets, start);
            }
        }

        private void gather(ObservationBatch batch, int start, int count) {
            int size = layout.observationSize();
            for (int i = 0; i < count; i++) {
                if (converted == null) {
                    offsets[i] = batch.offset(start + i);
                } else {
                    offsets[i] = i * size;
                    NetworkInput.read(batch, start + i, size / batch.frames(), converted, i * size);
                }
            }
        }
    }
}
