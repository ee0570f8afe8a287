package io.htsrl.policies.noise;

import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.gradient.DelegatingGradients;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Network with noise on the parameters of its dense layers, {@code μ + σ ε} (Fortunato et al. 2018), factorised: ε is
 * {@code x_i y_j} of a weight and {@code y_j} of a bias. The vector is the network's μ, then all σ, then the factors x
 * and y of each layer. So a vector defines its noise, and rows are pure functions of it; {@link #draw} changes the
 * noise. Immutable; thread rules of {@link Policy}.
 */
public final class NoisyPolicy implements PolicyNetwork {
    private final PolicyNetwork network;
    private final double sigma;
    private final List<NoisyLayer> layers = new ArrayList<>();
    private final int factors; // offset of the first one
    private final int parameterCount;

    /** @param sigma σ_0: a layer's σ begins with {@code σ_0 / sqrt(inputs)} */
    public NoisyPolicy(PolicyNetwork network, double sigma) {
        this.network = network;
        this.sigma = sigma;
        List<Tensor> tensors = network.tensors();
        int at = network.parameterCount();
        List<Tensor> weights = new ArrayList<>();
        for (int i = 0; i + 1 < tensors.size(); i++) {
            Tensor weight = tensors.get(i);
            String bias = weight.name().replace(".weight", ".bias");
            if (weight.shape().size() == 2 && tensors.get(i + 1).name().equals(bias)) {
                weights.add(weight);
                at += weight.size() + weight.shape().get(1);
            }
        }
        factors = at;
        int sigmas = network.parameterCount();
        for (Tensor weight : weights) {
            NoisyLayer layer = new NoisyLayer(weight, sigmas, at);
            layers.add(layer);
            sigmas += layer.size();
            at += layer.inputs() + layer.outputs();
        }
        parameterCount = at;
    }

    /** Draws other noise into a parameter vector: a function of the stream alone. */
    public void draw(float[] parameters, RandomStream stream) {
        for (int i = factors; i < parameterCount; i++) {
            double x = stream.normal(i, 0);
            parameters[i] = (float) (Math.signum(x) * Math.sqrt(Math.abs(x)));
        }
    }

    @Override
    public int parameterCount() {
        return parameterCount;
    }

    @Override
    public NetworkLayout layout() {
        return network.layout();
    }

    /** Returns the network of the parameters μ. */
    @Override
    public PolicyNetwork actor() {
        return network;
    }

    @Override
    public PolicyNetwork sampled(int samples) {
        return new NoisyPolicy(network.sampled(samples), sigma);
    }

    @Override
    public List<Tensor> tensors() {
        return Stream.of(
                        network.tensors().stream(),
                        layers.stream().flatMap(layer -> layer.sigmas().stream()),
                        Stream.of(new Tensor("noise.factors", factors, List.of(parameterCount - factors))))
                .flatMap(part -> part)
                .toList();
    }

    @Override
    public int observationSize() {
        return network.observationSize();
    }

    @Override
    public int outputWidth() {
        return network.outputWidth();
    }

    /** Writes first parameters: μ of noisy layers in {@code ±1 / sqrt(inputs)}, as in the paper, Section 3.2. */
    @Override
    public void initialise(float[] parameters, RandomStream stream) {
        network.initialise(parameters, stream);
        for (NoisyLayer layer : layers) {
            double bound = 1 / Math.sqrt(layer.inputs());
            RandomStream means = stream.spawn("noisy").spawn(layer.weight().name());
            for (int i = 0; i < layer.size(); i++) {
                parameters[layer.weight().offset() + i] = (float) (bound * (2 * means.uniform(i) - 1));
            }
            Arrays.fill(parameters, layer.sigma(), layer.sigma() + layer.size(), (float) (sigma * bound));
        }
        draw(parameters, stream.spawn("noise"));
    }

    /** Writes {@code μ + σ ε}. */
    private void disturb(float[] parameters, float[] disturbed) {
        System.arraycopy(parameters, 0, disturbed, 0, disturbed.length);
        for (NoisyLayer layer : layers) {
            layer.add(parameters, disturbed);
        }
    }

    @Override
    public Snapshot newSnapshot() {
        return new NoisySnapshot(network.newSnapshot(), new float[network.parameterCount()], true);
    }

    @Override
    public Snapshot newEvaluationSnapshot() {
        return new NoisySnapshot(network.newSnapshot(), new float[network.parameterCount()], false);
    }

    @Override
    public Forward newForward() {
        Forward forward = network.newForward();
        return (snapshot, batch, outputs, outputOffsets) ->
                forward.forward(((NoisySnapshot) snapshot).inner, batch, outputs, outputOffsets);
    }

    @Override
    public GradientNetwork newGradientNetwork(Backend backend, int maxRows, Team team) {
        return new NoisyGradients(network.newGradientNetwork(backend, maxRows, team));
    }

    /**
     * A layer with noise.
     *
     * @param weight μ of its weights, {@code [inputs][outputs]}; those of its bias follow
     * @param sigma offset of σ, in the same order
     * @param factors offset of the inputs' factors; the outputs' follow
     */
    private record NoisyLayer(Tensor weight, int sigma, int factors) {
        int inputs() {
            return weight.shape().get(0);
        }

        int outputs() {
            return weight.shape().get(1);
        }

        /** Returns the number of its weights and biases. */
        int size() {
            return (inputs() + 1) * outputs();
        }

        List<Tensor> sigmas() {
            String name = "sigma." + weight.name();
            return List.of(
                    new Tensor(name, sigma, weight.shape()),
                    new Tensor(name.replace(".weight", ".bias"), sigma + weight.size(), List.of(outputs())));
        }

        /** Adds {@code σ ε}; the bias is the row of an input whose factor is 1. */
        void add(float[] parameters, float[] disturbed) {
            int columns = outputs();
            int ofOutputs = factors + inputs();
            for (int i = 0; i <= inputs(); i++) {
                float ofInput = i == inputs() ? 1 : parameters[factors + i];
                int row = i * columns;
                for (int j = 0; j < columns; j++) {
                    disturbed[weight.offset() + row + j] +=
                            parameters[sigma + row + j] * (ofInput * parameters[ofOutputs + j]);
                }
            }
        }

        /** Writes the gradient of σ, given that of {@code μ + σ ε} at the front of {@code gradient}. */
        void differentiate(float[] parameters, float[] gradient) {
            int columns = outputs();
            int ofOutputs = factors + inputs();
            for (int i = 0; i <= inputs(); i++) {
                float ofInput = i == inputs() ? 1 : parameters[factors + i];
                int row = i * columns;
                for (int j = 0; j < columns; j++) {
                    gradient[sigma + row + j] =
                            gradient[weight.offset() + row + j] * (ofInput * parameters[ofOutputs + j]);
                }
            }
        }
    }

    /** Copy of the disturbed parameters, or of μ alone. */
    private final class NoisySnapshot implements Snapshot {
        private final Snapshot inner;
        private final float[] disturbed;
        private final boolean noisy;

        NoisySnapshot(Snapshot inner, float[] disturbed, boolean noisy) {
            this.inner = inner;
            this.disturbed = disturbed;
            this.noisy = noisy;
        }

        @Override
        public void load(float[] parameters) {
            if (parameters.length != parameterCount) {
                throw new IllegalArgumentException(
                        parameters.length + " parameters for a network of " + parameterCount);
            }
            if (noisy) {
                disturb(parameters, disturbed);
            } else {
                System.arraycopy(parameters, 0, disturbed, 0, disturbed.length);
            }
            inner.load(disturbed);
        }
    }

    /** Learner's side. The gradient of the factors is 0, so no optimiser moves them. */
    private final class NoisyGradients extends DelegatingGradients {
        private final float[] all = new float[parameterCount];
        private final float[] disturbed = new float[actor().parameterCount()];
        private final float[] gradient = new float[disturbed.length];

        NoisyGradients(GradientNetwork inner) {
            super(parameterCount, inner.outputWidth(), inner);
        }

        @Override
        protected void load(float[] parameters) {
            System.arraycopy(parameters, 0, all, 0, all.length);
            disturb(all, disturbed);
            network.loadParameters(disturbed);
        }

        @Override
        protected void differentiate(float[] outputGradient, int rows, float[] parameterGradient) {
            network.backward(outputGradient, gradient);
            System.arraycopy(gradient, 0, parameterGradient, 0, gradient.length);
            for (NoisyLayer layer : layers) {
                layer.differentiate(all, parameterGradient);
            }
            Arrays.fill(parameterGradient, factors, parameterCount, 0);
        }
    }
}
