package io.htsrl.determinism.verify;

import io.htsrl.policies.network.Tensor;
import io.htsrl.trainer.config.RunConfig;

/** What the elements of a run's parameter vector are called. Stateless, any thread. */
final class ParameterNames {

    private ParameterNames() {}

    /** Such as {@code policy.0.weight[3][17]}. */
    static String of(RunConfig config, int index) {
        for (Tensor tensor : config.tensors()) {
            int columns = tensor.shape().get(tensor.shape().size() - 1);
            int element = index - tensor.offset();
            if (element >= 0 && element < tensor.size()) {
                return tensor.name() + (tensor.shape().size() == 1 ? "" : "[" + element / columns + "]") + "["
                        + element % columns + "]";
            }
        }
        return "parameter[" + index + "]";
    }
}
