package io.htsrl.policies.network;

import io.htsrl.core.random.RandomStream;

/**
 * PyTorch's first parameters of dense layers: weights and biases uniform in {@code ±1/sqrt(inputs)}, as CleanRL's and
 * Stable-Baselines3's continuous control begins. A function of the stream alone: each layer draws from the child stream
 * of its name. Stateless.
 */
public final class UniformInitializer {

    /** Writes all parameters of {@code layout}. */
    public void initialise(MlpLayout layout, float[] parameters, RandomStream stream) {
        for (DenseLayer layer : layout.layers()) {
            RandomStream draws = stream.spawn(layer.name());
            double bound = 1 / Math.sqrt(layer.inputs());
            for (int i = layer.offset(); i < layer.end(); i++) {
                parameters[i] = (float) (bound * (2 * draws.uniform(i - layer.offset()) - 1));
            }
        }
    }
}
