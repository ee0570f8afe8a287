package io.htsrl.policies.agents;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.gradient.LayoutGradientNetwork;
import io.htsrl.policies.mask.MaskedPolicy;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Several policies in one parameter vector {@code [first | second | ...]}: a row is computed with the network of the
 * policy whose index it has, and only its parameters get a gradient from it. Where their spaces differ, rows have room
 * for each. {@link #layout} is that of the first policy. Immutable; thread rules of
 * {@link io.htsrl.core.policy.Policy}.
 */
public final class SeparatePolicies implements PolicyNetwork {
    private final List<PolicyNetwork> networks; // all read and write the same rows
    private final ObservationSpace frame;
    private final int frameStack;
    private final int[] offsets; // of the policies' parameters, and behind the last

    private SeparatePolicies(List<PolicyNetwork> networks, ObservationSpace frame, int frameStack) {
        this.networks = networks;
        this.frame = frame;
        this.frameStack = frameStack;
        this.offsets = new int[networks.size() + 1];
        for (int policy = 0; policy < networks.size(); policy++) {
            offsets[policy + 1] =
                    Math.addExact(offsets[policy], networks.get(policy).parameterCount());
        }
    }

    /**
     * Creates the network of each policy.
     *
     * @param frame space of one observation, with policies; of a stack the newest index counts
     * @param frameStack S, frames in a row
     * @param first first head, with room for the actions of each policy
     * @param maker makes a policy's network from its space and its first head
     * @throws ArithmeticException when the vector would not fit an array
     */
    public static SeparatePolicies of(
            ObservationSpace frame,
            int frameStack,
            FirstHead first,
            Heads heads,
            BiFunction<ObservationSpace, FirstHead, PolicyNetwork> maker) {
        if (frame.spaces().isEmpty()) {
            PolicyNetwork each = maker.apply(frame.unmasked(), first);
            return new SeparatePolicies(Collections.nCopies(frame.policies().size(), each), frame, frameStack);
        }
        List<PolicyNetwork> networks = new ArrayList<>();
        List<OutputColumns> columns = OutputColumns.of(frame, first, heads);
        for (int policy = 0; policy < columns.size(); policy++) {
            ObservationSpace own = frame.spaces().get(policy).observations().unmasked();
            PolicyNetwork network = maker.apply(own, columns.get(policy).first());
            networks.add(new WidePolicy(network, columns.get(policy), frameStack * frame.size()));
        }
        return new SeparatePolicies(networks, frame, frameStack);
    }

    /**
     * One of the policies.
     *
     * @param network reads and writes rows of the run, but for their masks
     * @param own the same for rows of its own spaces
     * @param frame one observation of {@code own}
     * @param from where its parameters begin
     * @param to behind its last
     */
    public record Part(
            String name, PolicyNetwork network, PolicyNetwork own, ObservationSpace frame, int from, int to) {}

    /** Returns the policies, in the order of their indices. */
    public List<Part> parts() {
        return IntStream.range(0, count()).mapToObj(this::part).toList();
    }

    private Part part(int policy) {
        PolicyNetwork network = networks.get(policy);
        boolean wide = network instanceof WidePolicy;
        return new Part(
                frame.policies().get(policy),
                network,
                wide ? ((WidePolicy) network).network() : network,
                (wide ? frame.spaces().get(policy).observations() : frame).unmasked(),
                offsets[policy],
                offsets[policy + 1]);
    }

    /** Returns whether the policies have different spaces. */
    public boolean differ() {
        return !frame.spaces().isEmpty();
    }

    /** Returns S, frames in a row. */
    public int frameStack() {
        return frameStack;
    }

    /** Returns the separate policies of a network, below its mask if any; empty where it has one policy. */
    public static Optional<SeparatePolicies> of(PolicyNetwork network) {
        PolicyNetwork unmasked = network instanceof MaskedPolicy masked ? masked.network() : network;
        return unmasked instanceof SeparatePolicies separate ? Optional.of(separate) : Optional.empty();
    }

    /** Returns the parameters of one policy in those of a network with these tensors. */
    public static float[] parameters(float[] all, List<Tensor> tensors, String policy) {
        List<Tensor> own = tensors.stream()
                .filter(tensor -> tensor.name().startsWith(policy + "."))
                .toList();
        return Arrays.copyOfRange(
                all, own.get(0).offset(), own.get(own.size() - 1).end());
    }

    private int count() {
        return networks.size();
    }

    @Override
    public NetworkLayout layout() {
        return networks.get(0).layout();
    }

    /** Returns the tensors of all policies, with the policy's name in front of the tensor's. */
    @Override
    public List<Tensor> tensors() {
        List<Tensor> tensors = new ArrayList<>();
        for (int policy = 0; policy < count(); policy++) {
            for (Tensor tensor : networks.get(policy).tensors()) {
                tensors.add(new Tensor(
                        frame.policies().get(policy) + "." + tensor.name(),
                        offsets[policy] + tensor.offset(),
                        tensor.shape()));
            }
        }
        return List.copyOf(tensors);
    }

    @Override
    public int parameterCount() {
        return offsets[count()];
    }

    @Override
    public int observationSize() {
        return frameStack * frame.size();
    }

    @Override
    public int outputWidth() {
        return networks.get(0).outputWidth();
    }

    @Override
    public int memorySize() {
        return networks.get(0).memorySize();
    }

    /** Returns the input of the first policy's network. */
    @Override
    public double[] input(double[] observation, float[] parameters) {
        return networks.get(0).input(observation, parameters);
    }

    /** Draws the parameters of each policy from a stream of its own. */
    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        for (int policy = 0; policy < count(); policy++) {
            float[] part = new float[networks.get(policy).parameterCount()];
            networks.get(policy).initialise(part, stream.spawn(frame.policies().get(policy)));
            System.arraycopy(part, 0, parameters, offsets[policy], part.length);
        }
    }

    /** @throws IndexOutOfBoundsException when the row has the index of no policy */
    private int policyOf(ObservationBatch batch, int row) {
        int index = (int) batch.floats()[batch.offset(row) + frame.size() - frame.unread()];
        return Objects.checkIndex(index, count());
    }

    @Override
    public Snapshot newSnapshot() {
        return new Snapshots(networks.stream().map(PolicyNetwork::newSnapshot).toList());
    }

    private final class Snapshots implements Snapshot {
        private final List<Snapshot> each;

        Snapshots(List<Snapshot> each) {
            this.each = each;
        }

        @Override
        public void load(float[] parameters) {
            for (int policy = 0; policy < count(); policy++) {
                each.get(policy).load(Arrays.copyOfRange(parameters, offsets[policy], offsets[policy + 1]));
            }
        }
    }

    @Override
    public Forward newForward() {
        return new ForwardOfEach(
                networks.stream().map(PolicyNetwork::newForward).toList());
    }

    /** Collects the rows of one policy after the other, at most {@value #CHUNK} at a time. Allocates nothing. */
    private final class ForwardOfEach implements Forward {
        private static final int CHUNK = 64;

        private final List<Forward> forwards;
        private final ObservationBatch rows = new ObservationBatch(CHUNK);
        private final int[] to = new int[CHUNK];

        ForwardOfEach(List<Forward> forwards) {
            this.forwards = forwards;
        }

        @Override
        public void forward(Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets) {
            List<Snapshot> each = ((Snapshots) snapshot).each;
            for (int policy = 0; policy < each.size(); policy++) {
                rows.copy(batch, 0, 0);
                for (int row = 0; row < batch.rows(); row++) {
                    if (policyOf(batch, row) == policy) {
                        to[rows.rows()] = outputOffsets[row];
                        rows.add(batch, row);
                    }
                    if (rows.rows() == CHUNK || rows.rows() > 0 && row == batch.rows() - 1) {
                        forwards.get(policy).forward(each.get(policy), rows, outputs, to);
                        rows.copy(batch, 0, 0);
                    }
                }
            }
        }
    }

    /** @throws UnsupportedOperationException with a memory: the sequences of a policy are for its own network */
    @Override
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        if (memorySize() > 0) {
            throw new UnsupportedOperationException("several policies with a memory: each learns by itself");
        }
        return new Gradients(
                networks.stream()
                        .map(network -> newNetwork(network, backend, maxRows, team))
                        .toList(),
                maxRows);
    }

    /** Creates one policy's network; on the JVM's kernel a chained one, which shows the rows of its layers. */
    private static GradientNetwork newNetwork(PolicyNetwork network, Backend backend, int maxRows, Team team) {
        Optional<? extends GradientNetwork> chained = backend != Backend.JVM
                ? Optional.empty()
                : network instanceof WidePolicy wide
                        ? wide.newShowingNetwork(maxRows, team)
                        : network.newChainedNetwork(maxRows, team);
        return chained.isPresent() ? chained.get() : network.newGradientNetwork(backend, maxRows, team);
    }

    /**
     * Learner's side: each policy's network computes its rows, in their order. Thread rule of {@link GradientNetwork}.
     */
    private final class Gradients extends LayoutGradientNetwork {
        private final List<GradientNetwork> each;
        private final List<float[]> vectors; // parameters, or their gradient, of each policy
        private final ObservationBatch batch;
        private final float[] values; // outputs, or their gradients, of one policy's rows
        private final int[] policies; // of each row of the last forward
        private int rows; // of that forward

        Gradients(List<GradientNetwork> each, int maxRows) {
            super(SeparatePolicies.this.parameterCount(), each.get(0).outputWidth(), maxRows);
            this.each = each;
            this.vectors = each.stream()
                    .map(network -> new float[network.parameterCount()])
                    .toList();
            this.batch = new ObservationBatch(maxRows);
            this.values = new float[Math.multiplyExact(maxRows, outputWidth())];
            this.policies = new int[maxRows];
        }

        @Override
        protected void load(float[] all) {
            for (int policy = 0; policy < each.size(); policy++) {
                each.get(policy).loadParameters(part(policy, all));
            }
        }

        private float[] part(int policy, float[] all) {
            float[] part = vectors.get(policy);
            System.arraycopy(all, offsets[policy], part, 0, part.length);
            return part;
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
                float[] gradient = vectors.get(policy);
                if (hasRows(policy)) {
                    exchange(policy, outputGradient, true);
                    each.get(policy).backward(values, gradient);
                } else {
                    Arrays.fill(gradient, 0);
                }
                System.arraycopy(gradient, 0, parameterGradient, offsets[policy], gradient.length);
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
                    each.get(policy).jacobianProduct(part(policy, direction), values);
                    exchange(policy, derivatives, false);
                }
            }
        }

        @Override
        public List<LayerRows> layerRows() {
            List<LayerRows> all = new ArrayList<>();
            for (int policy = 0; policy < each.size(); policy++) {
                for (LayerRows of : each.get(policy).layerRows()) {
                    all.add(of.at(offsets[policy], hasRows(policy) ? of.rows() : 0));
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
