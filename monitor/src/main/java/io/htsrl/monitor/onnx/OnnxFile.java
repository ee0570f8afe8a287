package io.htsrl.monitor.onnx;

import com.google.protobuf.ByteString;
import io.htsrl.monitor.protobuf.Message;
import java.util.Map;

/** ONNX's {@code ModelProto}: a graph, which version of ONNX it speaks, and who made it. Stateless, any thread. */
final class OnnxFile {
    /** ONNX 1.12 and opset 17 (June 2022): ONNX Runtime reads them from 1.12 on. */
    private static final int FORMAT = 8;

    private static final int OPERATORS = 17;

    /** For people. */
    static final String FORM = "IR " + FORMAT + ", opset " + OPERATORS;

    /** One message of protocol buffers, and so one file, is smaller than 2 GiB; a quarter is room for the rest. */
    static final long MOST_PARAMETERS = (1L << 31) / Float.BYTES / 4 * 3;

    private OnnxFile() {}

    /** The bytes of the file. */
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
