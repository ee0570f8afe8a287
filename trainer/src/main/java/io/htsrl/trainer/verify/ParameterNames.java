package io.htsrl.trainer.verify;

import io.htsrl.core.ActionSpace;
import io.htsrl.core.Environment;
import io.htsrl.core.EnvironmentSpec;
import io.htsrl.core.Environments;
import io.htsrl.policies.MlpLayout;
import io.htsrl.trainer.RunConfig;

/** What the elements of a run's parameter vector are called. Stateless, any thread. */
final class ParameterNames {

    private ParameterNames() {
    }

    /** Such as {@code policy.0.weight[3][17]}. */
    static String of(RunConfig config, int index) {
        for (MlpLayout.Tensor tensor : layout(config).tensors()) {
            int columns = tensor.shape().get(tensor.shape().size() - 1);
            int size = tensor.shape().stream().reduce(1, Math::multiplyExact);
            int element = index - tensor.offset();
            if (element >= 0 && element < size) {
                return tensor.name() + (tensor.shape().size() == 1 ? "" : "[" + element / columns + "]")
                        + "[" + element % columns + "]";
            }
        }
        return "parameter[" + index + "]";
    }

    private static MlpLayout layout(RunConfig config) {
        try (Environment environment = Environments.create(config.env(), config.envOptions())) {
            EnvironmentSpec spec = environment.spec();
            return new MlpLayout(spec.observationSpace().size(), ((ActionSpace.Discrete) spec.actionSpace()).count(),
                    config.network(), config.algorithm().heads());
        }
    }
}
