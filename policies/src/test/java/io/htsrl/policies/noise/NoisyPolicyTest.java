package io.htsrl.policies.noise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NoisyPolicyTest {
    private static final double SIGMA = 0.5;

    private static Stream<PolicyNetwork> networks() {
        NetworkConfig plain = new MlpConfig(List.of(6, 5), Activation.RELU, true);
        NetworkConfig layered = new MlpConfig(List.of(6, 5), Activation.SILU, true);
        NetworkConfig images = new ConvConfig(ConvConfig.Kind.MINATAR, 12);
        return Stream.of(
                Networks.create(plain, ObservationSpace.floats(3), 1, 2, Heads.DUELING),
                Networks.create(layered, ObservationSpace.floats(3), 1, 2, Heads.Q),
                Networks.create(images, ObservationSpace.floats(10, 10, 2), 1, 3, Heads.ATOMS));
    }

    private static float[] parameters(NoisyPolicy noisy) {
        float[] parameters = new float[noisy.parameterCount()];
        noisy.initialise(parameters, RandomStream.root(3));
        return parameters;
    }

    private static Tensor tensor(PolicyNetwork network, String name) {
        return network.tensors().stream()
                .filter(tensor -> tensor.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The layers {@code inputs x outputs} in the order of their tensors, by their own names. */
    private static List<Tensor> weights(PolicyNetwork network) {
        return network.tensors().stream()
                .filter(tensor ->
                        tensor.name().endsWith(".weight") && tensor.shape().size() == 2)
                .toList();
    }

    /** Returns the network's parameters with noise, by the formula. */
    private static float[] disturbed(PolicyNetwork network, NoisyPolicy noisy, float[] parameters) {
        float[] disturbed = Arrays.copyOf(parameters, network.parameterCount());
        int factor = tensor(noisy, "noise.factors").offset();
        for (Tensor weight : weights(network)) {
            int inputs = weight.shape().get(0);
            int outputs = weight.shape().get(1);
            int sigma = tensor(noisy, "sigma." + weight.name()).offset();
            int ofBias = tensor(noisy, "sigma." + weight.name().replace("weight", "bias"))
                    .offset();
            for (int j = 0; j < outputs; j++) {
                float y = parameters[factor + inputs + j];
                for (int i = 0; i < inputs; i++) {
                    float noise = parameters[factor + i] * y;
                    disturbed[weight.offset() + i * outputs + j] += parameters[sigma + i * outputs + j] * noise;
                }
                disturbed[weight.end() + j] += parameters[ofBias + j] * y;
            }
            factor += inputs + outputs;
        }
        assertEquals(parameters.length, factor);
        return disturbed;
    }

    private static ObservationBatch batch(PolicyNetwork network) {
        float[] rows = new float[2 * network.observationSize()];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) RandomStream.root(5).uniform(i);
        }
        ObservationBatch batch = new ObservationBatch(2);
        batch.over(rows, 1, network.observationSize());
        batch.add(0);
        batch.add(network.observationSize());
        return batch;
    }

    private static float[] outputs(PolicyNetwork network, Policy.Snapshot snapshot, float[] parameters) {
        float[] outputs = new float[2 * network.outputWidth()];
        snapshot.load(parameters);
        network.newForward().forward(snapshot, batch(network), outputs, new int[] {0, network.outputWidth()});
        return outputs;
    }

    @ParameterizedTest
    @MethodSource("networks")
    void shouldActWithTheNoiseOfItsParametersAndEvaluateWithout(PolicyNetwork network) {
        NoisyPolicy noisy = new NoisyPolicy(network, SIGMA);
        float[] parameters = parameters(noisy);
        float[] disturbed = disturbed(network, noisy, parameters);

        float[] acting = outputs(noisy, noisy.newSnapshot(), parameters);
        float[] plain = outputs(network, network.newSnapshot(), Arrays.copyOf(parameters, network.parameterCount()));

        assertArrayEquals(outputs(network, network.newSnapshot(), disturbed), acting);
        assertFalse(Arrays.equals(plain, acting));
        assertArrayEquals(plain, outputs(noisy, noisy.newEvaluationSnapshot(), parameters));
    }

    /** At {@code μ + σ ε}, the gradient of μ is the network's there, and that of σ is ε times it. */
    @ParameterizedTest
    @MethodSource("networks")
    void shouldGiveTheGradientOfMeansAndSigmas(PolicyNetwork network) {
        NoisyPolicy noisy = new NoisyPolicy(network, SIGMA);
        float[] parameters = parameters(noisy);
        float[] disturbed = disturbed(network, noisy, parameters);
        float[] outputs = new float[2 * noisy.outputWidth()];
        float[] outputGradient = new float[outputs.length];
        for (int i = 0; i < outputGradient.length; i++) {
            outputGradient[i] = (float) RandomStream.root(7).normal(i, 0);
        }
        float[] gradient = new float[noisy.parameterCount()];
        Arrays.fill(gradient, 9);
        float[] ofNetwork = new float[network.parameterCount()];
        try (GradientNetwork learner = noisy.newGradientNetwork(2);
                GradientNetwork inner = network.newGradientNetwork(2)) {
            learner.loadParameters(parameters);
            learner.forward(batch(network), outputs);
            learner.backward(outputGradient, gradient);
            inner.loadParameters(disturbed);
            inner.forward(batch(network), outputs);
            inner.backward(outputGradient, ofNetwork);
        }

        assertArrayEquals(ofNetwork, Arrays.copyOf(gradient, ofNetwork.length));
        int factor = tensor(noisy, "noise.factors").offset();
        for (int i = factor; i < gradient.length; i++) {
            assertEquals(0, gradient[i], "factors are not learnt");
        }
        for (Tensor weight : weights(network)) {
            int inputs = weight.shape().get(0);
            int outputsOf = weight.shape().get(1);
            int sigma = tensor(noisy, "sigma." + weight.name()).offset();
            for (int i = 0; i <= inputs; i++) {
                for (int j = 0; j < outputsOf; j++) {
                    float x = i == inputs ? 1 : parameters[factor + i];
                    float noise = x * parameters[factor + inputs + j];
                    int at = i * outputsOf + j;
                    assertEquals(ofNetwork[weight.offset() + at] * noise, gradient[sigma + at], weight.name());
                }
            }
            factor += inputs + outputsOf;
        }
    }

    @Test
    void shouldBeginWithSigmasByTheInputsAndDrawSignedRoots() {
        PolicyNetwork network = networks().findFirst().orElseThrow();
        NoisyPolicy noisy = new NoisyPolicy(network, SIGMA);
        float[] parameters = parameters(noisy);
        Tensor sigma = tensor(noisy, "sigma.torso.1.weight");
        assertEquals(SIGMA / Math.sqrt(6), parameters[sigma.offset()], 1e-7);
        Tensor mean = tensor(noisy, "torso.1.weight");
        for (int i = mean.offset(); i < mean.end() + 5; i++) { // its bias follows
            assertEquals(0, parameters[i], 1 / Math.sqrt(6));
            assertNotEquals(0, parameters[i]);
        }
        float[] drawn = parameters.clone();
        noisy.draw(drawn, RandomStream.root(9));
        int factors = tensor(noisy, "noise.factors").offset();
        assertArrayEquals(Arrays.copyOf(parameters, factors), Arrays.copyOf(drawn, factors));
        double x = RandomStream.root(9).normal(factors, 0);
        assertEquals(x, Math.signum(drawn[factors]) * drawn[factors] * drawn[factors], 1e-6);
    }
}
