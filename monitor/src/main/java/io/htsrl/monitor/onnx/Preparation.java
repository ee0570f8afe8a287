package io.htsrl.monitor.onnx;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.ObservationNormalization;
import io.htsrl.trainer.config.RunConfig;
import java.util.LinkedHashMap;
import java.util.Map;

/** Says in words what happens to observations before the first layer, and who does it. Stateless, any thread. */
final class Preparation {
    /** What its keys begin with. */
    static final String KEY = "observation.";

    private static final String NONE = "none";

    private Preparation() {}

    /** By key of the metadata. */
    static Map<String, String> of(RunConfig config, ObservationSpace space) {
        Map<String, String> preparation = new LinkedHashMap<>();
        preparation.put(
                KEY + "scaling", space.kind() == ObservationSpace.Kind.UINT8 ? "divided by 255, in the graph" : NONE);
        preparation.put(KEY + "normalisation", normalisation(config));
        preparation.put(KEY + "stack", stack(config.frameStack()));
        return preparation;
    }

    private static String normalisation(RunConfig config) {
        ObservationNormalization settings =
                config.network() instanceof MlpConfig mlp ? mlp.normalization() : ObservationNormalization.NONE;
        return settings.normObs()
                ? "less the running mean, divided by the running deviation, clipped at " + settings.clipObs()
                        + ", in the graph"
                : NONE;
    }

    /** Also what an input is, for people. */
    static String stack(int frames) {
        return frames == 1
                ? NONE
                : frames + " observations, the oldest first, put together by the caller; in an episode's beginning its "
                        + "first one stands in for those before it";
    }
}
