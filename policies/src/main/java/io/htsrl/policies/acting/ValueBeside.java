package io.htsrl.policies.acting;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.gradient.LayoutGradientNetwork;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Actor-critic whose policy remembers and whose value does not, since it sees more: a network beside the policy's, with
 * its parameters behind it. {@link #layout} is the policy's. Immutable; thread rules of {@link Policy}.
 *
 * @param policy without a value head
 * @param value with one output, without a memory
 */
public record ValueBeside(PolicyNetwork policy, PolicyNetwork value) implements PolicyNetwork {

    /** @throws ArithmeticException when the vector would not fit an array */
    public ValueBeside {
        Math.addExact(policy.parameterCount(), value.parameterCount());
    }

    @Override
    public NetworkLayout layout() {
        return policy.layout();
    }

    @Override
    public Optional<PolicyNetwork> valueNetwork() {
        return Optional.of(value);
    }

    @Override
    public List<Tensor> tensors() {
        Stream<Tensor> behind = value.tensors().stream()
                .map(tensor -> new Tensor(tensor.name(), policy.parameterCount() + tensor.offset(), tensor.shape()));
        return Stream.concat(policy.tensors().stream(), behind).toList();
    }

    @Override
    public int parameterCount() {
        return policy.parameterCount() + value.parameterCount();
    }

    @Override
    public int outputWidth() {
        return policy.outputWidth() + 1;
    }

    @Override
    public int memorySize() {
        return policy.memorySize();
    }

    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        float[] first = new float[policy.parameterCount()];
        policy.initialise(first, stream);
        System.arraycopy(first, 0, parameters, 0, first.length);
        float[] second = new float[value.parameterCount()];
        value.initialise(second, stream);
        System.arraycopy(second, 0, parameters, first.length, second.length);
    }

    @Override
    public Snapshot newSnapshot() {
        return new Snapshots(
                policy.newSnapshot(),
                new float[policy.parameterCount()],
                value.newSnapshot(),
                new float[value.parameterCount()]);
    }

    private record Snapshots(Snapshot policy, float[] first, Snapshot value, float[] second) implements Snapshot {
        @Override
        public void load(float[] parameters) {
            System.arraycopy(parameters, 0, first, 0, first.length);
            policy.load(first);
            System.arraycopy(parameters, first.length, second, 0, second.length);
            value.load(second);
        }
    }

    @Override
    public Forward newForward() {
        return new ForwardOfBoth(policy.newForward(), value.newForward());
    }

    /** Puts the value between the policy's outputs and its next state. Allocates nothing. */
    private final class ForwardOfBoth implements Forward {
        private static final int CHUNK = 32;

        private final Forward ofPolicy;
        private final Forward ofValue;
        private final ObservationBatch chunk = new ObservationBatch(CHUNK);
        private final float[] rows = new float[CHUNK * policy.rowWidth()];
        private final int[] offsets =
                IntStream.range(0, CHUNK).map(row -> row * policy.rowWidth()).toArray();
        private final int[] valueOffsets = new int[CHUNK];

        ForwardOfBoth(Forward ofPolicy, Forward ofValue) {
            this.ofPolicy = ofPolicy;
            this.ofValue = ofValue;
        }

        @Override
        public void forward(Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets) {
            Snapshots both = (Snapshots) snapshot;
            int width = policy.outputWidth();
            for (int start = 0; start < batch.rows(); start += CHUNK) {
                int count = Math.min(CHUNK, batch.rows() - start);
                chunk.copy(batch, start, count);
                ofPolicy.forward(both.policy, chunk, rows, offsets);
                for (int row = 0; row < count; row++) {
                    int to = outputOffsets[start + row];
                    valueOffsets[row] = to + width;
                    System.arraycopy(rows, offsets[row], outputs, to, width);
                    System.arraycopy(rows, offsets[row] + width, outputs, to + width + 1, policy.memorySize());
                }
                ofValue.forward(both.value, chunk, outputs, valueOffsets);
            }
        }
    }

    @Override
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        return new Gradients(
                policy.newGradientNetwork(backend, maxRows, team), value.newGradientNetwork(backend, maxRows, team));
    }

    /** Learner's side. Thread rule of {@link GradientNetwork}. */
    private static final class Gradients extends LayoutGradientNetwork {
        private final GradientNetwork ofPolicy;
        private final GradientNetwork ofValue;
        private final float[] first;
        private final float[] second;
        private final float[] rows;
        private final float[] values;

        Gradients(GradientNetwork ofPolicy, GradientNetwork ofValue) {
            super(ofPolicy.parameterCount() + ofValue.parameterCount(), ofPolicy.outputWidth() + 1, ofPolicy.maxRows());
            this.ofPolicy = ofPolicy;
            this.ofValue = ofValue;
            first = new float[ofPolicy.parameterCount()];
            second = new float[ofValue.parameterCount()];
            rows = new float[Math.multiplyExact(maxRows(), ofPolicy.outputWidth())];
            values = new float[maxRows()];
        }

        @Override
        protected void load(float[] parameters) {
            System.arraycopy(parameters, 0, first, 0, first.length);
            ofPolicy.loadParameters(first);
            System.arraycopy(parameters, first.length, second, 0, second.length);
            ofValue.loadParameters(second);
        }

        @Override
        protected void compute(ObservationBatch batch, int count, float[] outputs) {
            ofPolicy.forward(batch, rows);
            ofValue.forward(batch, values);
            int width = ofPolicy.outputWidth();
            for (int row = 0; row < count; row++) {
                System.arraycopy(rows, row * width, outputs, row * (width + 1), width);
                outputs[row * (width + 1) + width] = values[row];
            }
        }

        @Override
        protected void differentiate(float[] outputGradient, int count, float[] parameterGradient) {
            int width = ofPolicy.outputWidth();
            for (int row = 0; row < count; row++) {
                System.arraycopy(outputGradient, row * (width + 1), rows, row * width, width);
                values[row] = outputGradient[row * (width + 1) + width];
            }
            ofPolicy.backward(rows, first);
            ofValue.backward(values, second);
            System.arraycopy(first, 0, parameterGradient, 0, first.length);
            System.arraycopy(second, 0, parameterGradient, first.length, second.length);
        }

        @Override
        protected void free() {
            ofPolicy.close();
            ofValue.close();
        }
    }
}
