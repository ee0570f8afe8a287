package io.htsrl.policies.check;

import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * The parameters that a learner is compared by: the run's first ones, with something drawn in each tensor that is all
 * zero. Biases begin so, and a learner that leaves them out, or takes twice as much, would look right. Stateless.
 */
final class ProbeParameters {
    private static final double FIRST_SCALE = 0.1;

    private ProbeParameters() {}

    /** A bias gets about the size of the sums that it stands beside, for inputs of size 1. */
    static float[] of(PolicyNetwork network, float[] initial, RandomStream stream) {
        float[] parameters = Arrays.copyOf(initial, network.parameterCount()); // behind an actor may stand critics
        List<Tensor> tensors = network.tensors();
        for (int t = 0; t < tensors.size(); t++) {
            Tensor tensor = tensors.get(t);
            if (size(parameters, tensor) == 0) {
                double scale = t == 0 ? FIRST_SCALE : sums(parameters, tensors.get(t - 1), tensor.size());
                draw(parameters, tensor, scale, stream.spawn(tensor.name()));
            }
        }
        return parameters;
    }

    /** Of {@code outputs} outputs of a layer with these weights. */
    private static double sums(float[] parameters, Tensor weights, int outputs) {
        return size(parameters, weights) * Math.sqrt((double) weights.size() / outputs);
    }

    /** None of them near zero: each one counts. */
    private static void draw(float[] parameters, Tensor tensor, double scale, RandomStream stream) {
        int count = tensor.size();
        for (int i = 0; i < count; i++) {
            double magnitude = scale * (0.5 + stream.uniform(i, 0) / 2);
            parameters[tensor.offset() + i] = (float) (stream.uniform(i, 1) < 0.5 ? magnitude : -magnitude);
        }
    }

    /** The root of the mean square of a tensor's elements. */
    static double size(float[] parameters, Tensor tensor) {
        double sum = 0;
        int end = tensor.end();
        for (int i = tensor.offset(); i < end; i++) {
            sum += (double) parameters[i] * parameters[i];
        }
        return Math.sqrt(sum / tensor.size());
    }
}
