package io.htsrl.monitor.onnx;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.settings.Layer;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.settings.RunResolver;
import java.util.List;

/**
 * A policy with drawn parameters, for an environment that only its spaces are known of. Immutable.
 *
 * @param settings flags of {@code hts train} without dashes: a name and a value each
 */
record Case(String algorithm, ObservationSpace observations, ActionSpace actions, List<String> settings) {
    private static final float BIAS = 0.05f;
    private static final int CENTRED = 50;
    /** Else what residual sums add up to would grow from block to block, and rounding with it. */
    private static final float DAMPED = 0.6f;

    static Case of(String algorithm, ObservationSpace observations, ActionSpace actions, String... settings) {
        return new Case(algorithm, observations, actions, List.of(settings));
    }

    RunConfig config() {
        Layer layer = Layer.ofCommandLine().add("algo", algorithm).add("env", "Case-v0");
        for (int i = 0; i < settings.size(); i += 2) {
            layer.add(settings.get(i), settings.get(i + 1));
        }
        return RunResolver.recorded(layer);
    }

    EnvironmentSpec spec() {
        return new EnvironmentSpec("Case-v0", observations, actions, 100, Double.NaN);
    }

    /** First parameters, and noise over them: outputs of about 1, biases and statistics that are not 0. */
    float[] parameters() {
        PolicyNetwork policy = config().policy(spec());
        float[] parameters = new float[policy.parameterCount()];
        policy.initialise(parameters, RandomStream.root(1).spawn("parameters"));
        RandomStream noise = RandomStream.root(2).spawn("noise");
        for (Tensor tensor : policy.tensors()) {
            float size = noise(tensor.shape());
            float shrinking = tensor.shape().size() == 4 ? DAMPED : 1;
            for (int i = tensor.offset(); i < tensor.end(); i++) {
                parameters[i] = shrinking * parameters[i] + size * (float) noise.normal(i, 0);
            }
        }
        centre(policy.actor().tensors(), parameters);
        return parameters;
    }

    /** Takes the mean outputs from the first head's bias: else one action would be the best of all inputs. */
    private void centre(List<Tensor> tensors, float[] parameters) {
        Tensor bias = tensors.stream()
                .filter(tensor -> tensor.name().matches("(policy|q|advantage|atoms|actor).*head.bias"))
                .findFirst()
                .orElseThrow();
        Reference reference = new Reference(config(), spec(), parameters);
        Object inputs = Inputs.draw(this, CENTRED);
        for (int i = 0; i < CENTRED; i++) {
            reference.see(inputs, i);
            for (int j = 0; j < bias.size(); j++) {
                parameters[bias.offset() + j] -= reference.row()[j] / CENTRED;
            }
        }
    }

    private static float noise(List<Integer> shape) {
        if (shape.size() == 1) {
            return BIAS;
        }
        int inputs = shape.size() == 2
                ? shape.get(0)
                : shape.subList(1, shape.size()).stream().reduce(1, (a, b) -> a * b);
        return (float) (0.5 / Math.sqrt(inputs));
    }

    @Override
    public String toString() {
        return algorithm + ", " + observations + ", " + actions + ", " + String.join(" ", settings);
    }
}
