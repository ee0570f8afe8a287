package io.htsrl.monitor.onnx;

import com.google.protobuf.ByteString;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.Violations;
import io.htsrl.monitor.onnx.OnnxGraph.Port;
import io.htsrl.monitor.protobuf.Message;
import io.htsrl.trainer.config.InitialParameters;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.model.RecordedSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A learnt policy as an ONNX file. Immutable. The file contains no time or place, so a run's parameters always give the
 * same bytes.
 *
 * @param bytes contents of the file
 * @param inputs inputs of its graph
 * @param outputs outputs of its graph
 * @param metadata its metadata, by key
 */
record OnnxPolicy(ByteString bytes, List<Port> inputs, List<Port> outputs, Map<String, String> metadata) {
    /**
     * Makes the file.
     *
     * @param config checked
     * @param spec specification of the run's environment
     * @param intervals number of the run's complete intervals
     * @param version version of hts-rl
     * @throws io.htsrl.core.error.ConfigurationException when ONNX cannot represent it
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
        metadata.putAll(InputNodes.preparation(config, spec.observationSpace()));
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

    /** ONNX's {@code ModelProto}: a graph, the version of ONNX, and the producer. Stateless, any thread. */
    static final class OnnxFile {
        /** Format version of ONNX 1.12 with opset 17 (June 2022), which ONNX Runtime reads from 1.12 on. */
        private static final int FORMAT = 8;

        private static final int OPERATORS = 17;

        /** Description of the format for the user. */
        static final String FORM = "IR " + FORMAT + ", opset " + OPERATORS;

        /**
         * Maximum number of parameters. A message of protocol buffers, and so a file, is smaller than 2 GiB; a quarter
         * is reserved for other data.
         */
        static final long MOST_PARAMETERS = (1L << 31) / Float.BYTES / 4 * 3;

        private OnnxFile() {}

        /** Returns the bytes of the file. */
        static ByteString of(OnnxGraph graph, String name, String version, Map<String, String> metadata) {
            Message model = new Message()
                    .integer(1, FORMAT)
                    .text(2, "hts-rl")
                    .text(3, version)
                    .message(7, graph.message(name))
                    .message(8, new Message().text(1, "").integer(2, OPERATORS));
            metadata.forEach(
                    (key, value) -> model.message(14, new Message().text(1, key).text(2, value)));
            return model.toBytes();
        }
    }
}
