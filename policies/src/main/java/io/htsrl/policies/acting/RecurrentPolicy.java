package io.htsrl.policies.acting;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.acting.DenseForward.PackedLayers;
import io.htsrl.policies.gradient.RecurrentGradients;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.OrthogonalInitializer;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.RecurrentLayout;
import io.htsrl.policies.recurrent.MemoryCell;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Network with a memory between its torso and its heads. The torso is a network whose output rows are the gates' sums;
 * {@link RecurrentLayout} defines the order of the parameters. Row-stable: a row depends on its observation and its
 * state alone. Immutable; thread rules of {@link Policy}.
 *
 * @param torso network of {@link io.htsrl.policies.network.Heads#MEMORY}
 * @param layout of all parameters
 */
public record RecurrentPolicy(PolicyNetwork torso, RecurrentLayout layout) implements PolicyNetwork {

    @Override
    public int memorySize() {
        return layout.memory().stateSize();
    }

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
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        return new RecurrentGradients(layout, torso.newGradientNetwork(backend, maxRows, team), maxRows, team);
    }

    @Override
    public Snapshot newSnapshot() {
        return new RecurrentSnapshot(
                layout,
                torso.newSnapshot(),
                new float[torso.parameterCount()],
                new PackedLayers(products(layout), null),
                new PackedLayers(heads(layout), null));
    }

    @Override
    public Forward newForward() {
        return new RecurrentForward(layout, torso.newForward());
    }

    /** Returns the path of the recurrent weights; no path for a kind without them. */
    private static List<List<List<DenseLayer>>> products(RecurrentLayout layout) {
        return layout.recurrent().isEmpty() ? List.of() : List.of(List.of(layout.recurrent()));
    }

    private static List<List<List<DenseLayer>>> heads(RecurrentLayout layout) {
        return List.of(List.of(layout.headLayers()));
    }

    /**
     * Copy of all parameters.
     *
     * @param torso snapshot of the torso, from {@code front}
     * @param front the torso's parameters
     * @param products recurrent weights
     * @param heads of the memory
     */
    private record RecurrentSnapshot(
            RecurrentLayout layout, Policy.Snapshot torso, float[] front, PackedLayers products, PackedLayers heads)
            implements Policy.Snapshot {
        @Override
        public void load(float[] parameters) {
            layout.checkLength(parameters);
            System.arraycopy(parameters, 0, front, 0, front.length);
            torso.load(front);
            products.load(parameters);
            heads.load(parameters);
        }
    }

    /** Forward of one thread, chunk by chunk in scratch memory. Allocates nothing. */
    private static final class RecurrentForward implements Policy.Forward {
        private static final int CHUNK = DenseForward.CHUNK;

        private final RecurrentLayout layout;
        private final Policy.Forward torso;
        private final MemoryCell cell;
        private final DenseForward products;
        private final DenseForward heads;
        private final int units;
        private final int stateSize;
        private final ObservationBatch chunk = new ObservationBatch(CHUNK);
        private final int[] gateOffsets;
        private final MemoryCell.CellRows rows;
        private final Windows before;
        private final Windows after;

        RecurrentForward(RecurrentLayout layout, Policy.Forward torso) {
            this.layout = layout;
            this.torso = torso;
            cell = MemoryCell.of(layout.memory());
            DenseKernel kernel = Kernels.best();
            products = new DenseForward(kernel, products(layout), Activation.TANH);
            heads = new DenseForward(kernel, heads(layout), Activation.TANH);
            units = layout.memory().memorySize();
            stateSize = layout.memory().stateSize();
            int gates = layout.memory().inputs();
            gateOffsets = offsets(gates);
            rows = new MemoryCell.CellRows(
                    new float[CHUNK * gates],
                    new float[CHUNK * gates],
                    gateOffsets,
                    new float[CHUNK * stateSize],
                    new float[CHUNK * stateSize],
                    new float[CHUNK * cell.keptSize()]);
            before = Windows.ofRows(rows.previous(), offsets(stateSize), units);
            after = Windows.ofRows(rows.next(), offsets(stateSize), units);
        }

        private static int[] offsets(int stride) {
            return IntStream.range(0, CHUNK).map(row -> row * stride).toArray();
        }

        @Override
        public void forward(Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets) {
            if (!(snapshot instanceof RecurrentSnapshot own) || own.layout != layout) {
                throw new IllegalArgumentException("this snapshot belongs to another policy");
            }
            for (int start = 0; start < batch.rows(); start += CHUNK) {
                int count = Math.min(CHUNK, batch.rows() - start);
                chunk.copy(batch, start, count);
                torso.forward(own.torso, chunk, rows.x(), gateOffsets);
                read(chunk);
                products.run(own.products, before, count, rows.r(), gateOffsets, 0);
                for (int row = 0; row < count; row++) {
                    cell.forward(rows, row);
                }
                heads.run(own.heads, after, count, outputs, outputOffsets, start);
                write(count, outputs, outputOffsets, start);
            }
        }

        private void read(ObservationBatch batch) {
            for (int row = 0; row < batch.rows(); row++) {
                MemoryCell.readState(batch, row, rows.previous(), row * stateSize, stateSize);
            }
        }

        private void write(int count, float[] outputs, int[] outputOffsets, int start) {
            for (int row = 0; row < count; row++) {
                int to = outputOffsets[start + row] + layout.outputWidth();
                for (int i = 0; i < stateSize; i++) {
                    float value = rows.next()[row * stateSize + i];
                    outputs[to + i] = Float.isNaN(value) ? Float.NaN : value; // output rows have one NaN
                }
            }
        }
    }
}
