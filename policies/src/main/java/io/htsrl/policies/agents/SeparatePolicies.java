package io.htsrl.policies.agents;

import io.htsrl.core.environment.ObservationSpace;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Several policies of one form in one parameter vector {@code [first | second | ...]}: a row is computed with the
 * parameters of the policy whose index it has, and only these get a gradient from it. {@link #layout} is that of one
 * policy. Immutable; thread rules of {@link io.htsrl.core.policy.Policy}.
 *
 * @param network    one policy; reads rows without the index
 * @param frame      space of one observation, with policies; of a stack the newest index counts
 * @param frameStack S, frames in a row
 */
public record SeparatePolicies(PolicyNetwork network, ObservationSpace frame, int frameStack) implements PolicyNetwork {

    /** @throws ArithmeticException when the vector would not fit an array */
    public SeparatePolicies {
        Math.multiplyExact(count(frame), network.parameterCount());
    }

    private static int count(ObservationSpace frame) {
        return frame.policies().size();
    }

    /** Returns the parameters of one policy in those of a run. */
    public static float[] parameters(float[] all, ObservationSpace frame, int policy) {
        int each = all.length / count(frame);
        return Arrays.copyOfRange(all, policy * each, (policy + 1) * each);
    }

    @Override
    public NetworkLayout layout() {
        return network.layout();
    }

    /** Returns the tensors of all policies, with the policy's name in front of the tensor's. */
    @Override
    public List<Tensor> tensors() {
        List<Tensor> tensors = new ArrayList<>();
        for (int policy = 0; policy < count(frame); policy++) {
            for (Tensor tensor : network.tensors()) {
                tensors.add(new Tensor(
                        frame.policies().get(policy) + "." + tensor.name(),
                        policy * network.parameterCount() + tensor.offset(),
                        tensor.shape()));
            }
        }
        return List.copyOf(tensors);
    }

    @Override
    public int parameterCount() {
        return count(frame) * network.parameterCount();
    }

    @Override
    public int observationSize() {
        return frameStack * frame.size();
    }

    /** Draws the parameters of each policy from a stream of its own. */
    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        float[] part = new float[network.parameterCount()];
        for (int policy = 0; policy < count(frame); policy++) {
            network.initialise(part, stream.spawn(frame.policies().get(policy)));
            System.arraycopy(part, 0, parameters, policy * part.length, part.length);
        }
    }

    /** @throws IndexOutOfBoundsException when the row has the index of no policy */
    private int policyOf(ObservationBatch batch, int row) {
        int index = (int) batch.floats()[batch.offset(row) + frame.size() - frame.unread()];
        return Objects.checkIndex(index, count(frame));
    }

    @Override
    public Snapshot newSnapshot() {
        return new Snapshots(
                Stream.generate(network::newSnapshot).limit(count(frame)).toList());
    }

    private static final class Snapshots implements Snapshot {
        private final List<Snapshot> each;

        Snapshots(List<Snapshot> each) {
            this.each = each;
        }

        @Override
        public void load(float[] parameters) {
            int size = parameters.length / each.size();
            for (int policy = 0; policy < each.size(); policy++) {
                each.get(policy).load(Arrays.copyOfRange(parameters, policy * size, (policy + 1) * size));
            }
        }
    }

    @Override
    public Forward newForward() {
        return new ForwardOfEach(network.newForward());
    }

    /** Collects the rows of one policy after the other, at most {@value #CHUNK} at a time. Allocates nothing. */
    private final class ForwardOfEach implements Forward {
        private static final int CHUNK = 64;

        private final Forward forward;
        private final ObservationBatch rows = new ObservationBatch(CHUNK);
        private final int[] offsets = new int[CHUNK];

        ForwardOfEach(Forward forward) {
            this.forward = forward;
        }

        @Override
        public void forward(Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets) {
            List<Snapshot> each = ((Snapshots) snapshot).each;
            for (int policy = 0; policy < each.size(); policy++) {
                rows.copy(batch, 0, 0);
                for (int row = 0; row < batch.rows(); row++) {
                    if (policyOf(batch, row) == policy) {
                        offsets[rows.rows()] = outputOffsets[row];
                        rows.add(batch.offset(row), batch.depth(row));
                    }
                    if (rows.rows() == CHUNK || rows.rows() > 0 && row == batch.rows() - 1) {
                        forward.forward(each.get(policy), rows, outputs, offsets);
                        rows.copy(batch, 0, 0);
                    }
                }
            }
        }
    }

    @Override
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        return new Gradients(
                Stream.generate(() -> newNetwork(backend, maxRows, team))
                        .limit(count(frame))
                        .toList(),
                maxRows);
    }

    /** Creates one policy's network; on the JVM's kernel a chained one, which shows the rows of its layers. */
    private GradientNetwork newNetwork(Backend backend, int maxRows, Team team) {
        Optional<ChainedNetwork> chained =
                backend == Backend.JVM ? network.newChainedNetwork(maxRows, team) : Optional.empty();
        return chained.isPresent() ? chained.get() : network.newGradientNetwork(backend, maxRows, team);
    }

    /** Learner's side: each policy's network computes its rows, in their order. Thread rule of {@link GradientNetwork}. */
    private final class Gradients extends LayoutGradientNetwork {
        private final List<GradientNetwork> each;
        private final float[] parameters = new float[network.parameterCount()];
        private final ObservationBatch batch;
        private final float[] values; // outputs, or their gradients, of one policy's rows
        private final int[] policies; // of each row of the last forward
        private int rows; // of that forward

        Gradients(List<GradientNetwork> each, int maxRows) {
            super(SeparatePolicies.this.parameterCount(), each.get(0).outputWidth(), maxRows);
            this.each = each;
            this.batch = new ObservationBatch(maxRows);
            this.values = new float[Math.multiplyExact(maxRows, outputWidth())];
            this.policies = new int[maxRows];
        }

        @Override
        protected void load(float[] all) {
            for (int policy = 0; policy < each.size(); policy++) {
                System.arraycopy(all, policy * parameters.length, parameters, 0, parameters.length);
                each.get(policy).loadParameters(parameters);
            }
        }

        @Override
        protected void compute(ObservationBatch all, int newRows, float[] outputs) {
            rows = newRows;
            for (int row = 0; row < rows; row++) {
                policies[row] = policyOf(all, row);
            }
            for (int policy = 0; policy < each.size(); policy++) {
                batch.copy(all, 0, 0);
                for (int row = 0; row < rows; row++) {
                    if (policies[row] == policy) {
                        batch.add(all.offset(row), all.depth(row));
                    }
                }
                if (batch.rows() > 0) {
                    each.get(policy).forward(batch, values);
                    exchange(policy, outputs, false);
                }
            }
        }

        @Override
        protected void differentiate(float[] outputGradient, int sameRows, float[] parameterGradient) {
            for (int policy = 0; policy < each.size(); policy++) {
                if (hasRows(policy)) {
                    exchange(policy, outputGradient, true);
                    each.get(policy).backward(values, parameters);
                } else {
                    Arrays.fill(parameters, 0);
                }
                System.arraycopy(parameters, 0, parameterGradient, policy * parameters.length, parameters.length);
            }
        }

        private boolean hasRows(int policy) {
            for (int row = 0; row < rows; row++) {
                if (policies[row] == policy) {
                    return true;
                }
            }
            return false;
        }

        /** Copies one policy's rows of {@code all} into {@link #values}, or back. */
        private void exchange(int policy, float[] all, boolean into) {
            int width = outputWidth();
            int at = 0;
            for (int row = 0; row < rows; row++) {
                if (policies[row] == policy) {
                    if (into) {
                        System.arraycopy(all, row * width, values, at, width);
                    } else {
                        System.arraycopy(values, at, all, row * width, width);
                    }
                    at += width;
                }
            }
        }

        @Override
        public void jacobianProduct(float[] direction, float[] derivatives) {
            for (int policy = 0; policy < each.size(); policy++) {
                if (hasRows(policy)) {
                    System.arraycopy(direction, policy * parameters.length, parameters, 0, parameters.length);
                    each.get(policy).jacobianProduct(parameters, values);
                    exchange(policy, derivatives, false);
                }
            }
        }

        @Override
        public List<LayerRows> layerRows() {
            List<LayerRows> all = new ArrayList<>();
            for (int policy = 0; policy < each.size(); policy++) {
                for (LayerRows of : each.get(policy).layerRows()) {
                    all.add(of.at(policy * parameters.length, hasRows(policy) ? of.rows() : 0));
                }
            }
            return all;
        }

        @Override
        protected void free() {
            each.forEach(GradientNetwork::close);
        }
    }
}
