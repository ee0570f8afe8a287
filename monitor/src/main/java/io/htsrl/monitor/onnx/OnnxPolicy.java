package io.htsrl.monitor.onnx;

import com.google.protobuf.ByteString;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.Violations;
import io.htsrl.trainer.config.InitialParameters;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.model.RecordedSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A learnt policy as an ONNX file. Immutable. Nothing in it tells when or where it was made: a run's parameters always
 * give the same bytes.
 *
 * @param bytes    of the file
 * @param inputs   of its graph
 * @param outputs  of its graph
 * @param metadata that it carries, by key
 */
record OnnxPolicy(ByteString bytes, List<Port> inputs, List<Port> outputs, Map<String, String> metadata) {
    /**
     * Makes the file.
     *
     * @param config    checked
     * @param spec      of the run's environment
     * @param intervals of the run that were complete
     * @param version   of hts-rl
     * @throws io.htsrl.core.error.ConfigurationException when ONNX cannot hold it
     */
    static OnnxPolicy of(
            RunConfig config, EnvironmentSpec spec, ModelFile.Model model, long intervals, String version) {
        checkNumbers(model.parameters());
        OnnxGraph graph = PolicyGraph.of(config, spec, model.parameters());
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("hts-rl", version);
        metadata.put("algo", config.algorithm().algorithm());
        metadata.put("env", config.env());
        metadata.put("seed", Long.toString(config.seed()));
        metadata.put("interval", Long.toString(intervals));
        metadata.put("parameters", InitialParameters.of(model.parameters(), "").digest());
        metadata.putAll(Preparation.of(config, spec.observationSpace()));
        metadata.putAll(ModelFile.network(config, spec));
        metadata.putAll(RecordedSettings.of(config));
        String name = config.algorithm().algorithm() + " on " + config.env();
        return new OnnxPolicy(OnnxFile.of(graph, name, version, metadata), graph.inputs(), graph.outputs(), metadata);
    }

    private static void checkNumbers(float[] parameters) {
        Violations violations = new Violations();
        for (int i = 0; i < parameters.length && violations.isEmpty(); i++) {
            violations.check(
                    Float.isFinite(parameters[i]),
                    "RUN",
                    null,
                    "must hold finite parameters, and parameter " + i + " is " + parameters[i],
                    "export an earlier checkpoint with --interval, or --best");
        }
        violations.throwIfAny();
    }
}
