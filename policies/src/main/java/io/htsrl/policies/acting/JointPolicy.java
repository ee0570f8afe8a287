package io.htsrl.policies.acting;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.gradient.Critics;
import io.htsrl.policies.gradient.CriticsLayout;
import io.htsrl.policies.gradient.KernelCritics;
import io.htsrl.policies.layers.LayeredCritics;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Layer;
import io.htsrl.policies.network.LayeredLayout;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.Operation;
import io.htsrl.policies.network.OrthogonalInitializer;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import io.htsrl.policies.normalize.Normalization;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Actor with its critics and other learnt numbers in one parameter vector {@code [actor | critic 1 | critic 2 | ... |
 * others]}, which is saved, digested and exported. Acting reads only the actor's part.
 *
 * @param actor network with one head
 * @param others behind the critics, in this order
 * @param uniform whether first parameters are PyTorch's, uniform ones, not orthogonal
 */
public record JointPolicy(PolicyNetwork actor, CriticsLayout critics, List<Scalar> others, boolean uniform)
        implements PolicyNetwork {

    /**
     * Learnt number.
     *
     * @param name of its tensor
     * @param first value
     */
    public record Scalar(String name, double first) {}

    /** @throws ArithmeticException when the vector would not fit an array */
    public JointPolicy {
        others = List.copyOf(others);
        Math.addExact(actor.parameterCount(), Math.addExact(critics.parameterCount(), others.size()));
    }

    /** Returns the offset of the critics' part. */
    public int criticsOffset() {
        return actor.parameterCount();
    }

    /** Returns the offset of the other learnt numbers. */
    public int othersOffset() {
        return criticsOffset() + critics.parameterCount();
    }

    /** Returns the size of the rows that the actor reads; its layout does not count their masks. */
    @Override
    public int observationSize() {
        return actor.observationSize();
    }

    @Override
    public int parameterCount() {
        return othersOffset() + others.size();
    }

    /**
     * Creates a learner's side of critics with this layout.
     *
     * @param maxRows the greatest number of rows of a minibatch
     * @param team team that computes each pass
     * @param back whether gradients are computed, else only values, such as targets; critics of layers have room for
     *     both always
     */
    public static Critics critics(CriticsLayout layout, int maxRows, Team team, boolean back) {
        if (layout.critic() instanceof LayeredLayout) {
            return new LayeredCritics(layout, maxRows, team);
        }
        return back ? new KernelCritics(layout, maxRows, team) : KernelCritics.forwardOnly(layout, maxRows, team);
    }

    /** Returns the actor's tensors; statistics of observations are the last. */
    public List<Tensor> actorTensors() {
        List<Tensor> all = actor.tensors();
        List<Tensor> statistics =
                Normalization.of(all).map(Normalization::tensors).orElse(List.of());
        List<Tensor> tensors =
                new ArrayList<>(Tensor.moved(all.subList(0, all.size() - statistics.size()), "actor", 0));
        tensors.addAll(statistics);
        return tensors;
    }

    @Override
    public List<Tensor> tensors() {
        List<Tensor> tensors = new ArrayList<>(actorTensors());
        critics.tensors()
                .forEach(tensor ->
                        tensors.add(new Tensor(tensor.name(), criticsOffset() + tensor.offset(), tensor.shape())));
        for (int i = 0; i < others.size(); i++) {
            tensors.add(new Tensor(others.get(i).name(), othersOffset() + i, List.of(1)));
        }
        return List.copyOf(tensors);
    }

    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        float[] part = new float[actor.parameterCount()];
        initialise(actor.layout(), part, stream.spawn("actor"));
        Normalization.of(actor.tensors()).ifPresent(statistics -> statistics.initialise(part));
        System.arraycopy(part, 0, parameters, 0, part.length);
        for (int i = 0; i < critics.critics(); i++) {
            float[] critic = new float[critics.critic().parameterCount()];
            initialise(critics.critic(), critic, stream.spawn("critic").spawn(i));
            System.arraycopy(critic, 0, parameters, criticsOffset() + critics.offset(i), critic.length);
        }
        for (int i = 0; i < others.size(); i++) {
            parameters[othersOffset() + i] = (float) others.get(i).first();
        }
    }

    private void initialise(NetworkLayout layout, float[] parameters, RandomStream stream) {
        OrthogonalInitializer orthogonal = new OrthogonalInitializer();
        if (layout instanceof LayeredLayout layered) {
            orthogonal.initialise(layered, parameters, stream);
            for (Layer layer : layered.layers()) {
                if (uniform && layer.operation() instanceof Operation.Dense dense) {
                    fill(dense.layer(), parameters, stream);
                } else if (uniform && layer.operation() instanceof Operation.Convolution convolution) {
                    ConvLayer own = convolution.layer();
                    fill(own.name(), own.windowSize(), own.offset(), own.end(), parameters, stream);
                }
            }
            layered.headLayers().stream().filter(head -> uniform).forEach(head -> fill(head, parameters, stream));
        } else if (uniform) {
            ((MlpLayout) layout).layers().forEach(layer -> fill(layer, parameters, stream));
        } else {
            orthogonal.initialise((MlpLayout) layout, parameters, stream);
        }
    }

    private static void fill(DenseLayer layer, float[] parameters, RandomStream stream) {
        fill(layer.name(), layer.inputs(), layer.offset(), layer.end(), parameters, stream);
    }

    /** Draws weights and biases in ±1/sqrt(inputs). */
    private static void fill(String name, int inputs, int from, int to, float[] parameters, RandomStream stream) {
        RandomStream draws = stream.spawn(name);
        double bound = 1 / Math.sqrt(inputs);
        for (int i = from; i < to; i++) {
            parameters[i] = (float) (bound * (2 * draws.uniform(i - from) - 1));
        }
    }

    @Override
    public double[] input(double[] observation, float[] parameters) {
        return actor.input(observation, parameters);
    }

    /** Creates the actor's learner's network. */
    @Override
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        return actor.newGradientNetwork(backend, maxRows, team);
    }

    @Override
    public Snapshot newSnapshot() {
        return new ActorSnapshot(actor.newSnapshot(), actor.parameterCount(), parameterCount());
    }

    @Override
    public Forward newForward() {
        return new ActorForward(actor.newForward());
    }

    @Override
    public NetworkLayout layout() {
        return actor.layout();
    }

    /** Snapshot of the actor, from the front of the loaded vector. */
    private record ActorSnapshot(Policy.Snapshot inner, int front, int all) implements Policy.Snapshot {
        @Override
        public void load(float[] parameters) {
            if (parameters.length != all) {
                throw new IllegalArgumentException(parameters.length + " parameters for networks of " + all);
            }
            inner.load(Arrays.copyOf(parameters, front));
        }
    }

    private record ActorForward(Policy.Forward inner) implements Policy.Forward {
        @Override
        public void forward(Policy.Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets) {
            if (!(snapshot instanceof ActorSnapshot joint)) {
                throw new IllegalArgumentException("this snapshot belongs to another policy");
            }
            inner.forward(joint.inner(), batch, outputs, outputOffsets);
        }
    }
}
