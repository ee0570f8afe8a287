package io.htsrl.monitor.onnx;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;

/** ONNX Runtime over one file. One thread. */
final class OrtPolicy implements AutoCloseable {
    private final OrtSession session;

    OrtPolicy(byte[] file) throws OrtException {
        OrtSession.SessionOptions options = new OrtSession.SessionOptions();
        options.setIntraOpNumThreads(1);
        session = OrtEnvironment.getEnvironment().createSession(file, options);
    }

    /**
     * What a graph gave.
     *
     * @param shape of the whole batch
     * @param values integers too
     */
    record Output(long[] shape, float[] values) {
        float[] row(int row) {
            int width = values.length / (int) shape[0];
            return Arrays.copyOfRange(values, row * width, (row + 1) * width);
        }
    }

    Map<String, String> metadata() throws OrtException {
        return session.getMetadata().getCustomMetadata();
    }

    /** @param shape of one row */
    Map<String, Output> run(float[] rows, int... shape) throws OrtException {
        try (OnnxTensor input = OnnxTensor.createTensor(
                OrtEnvironment.getEnvironment(), FloatBuffer.wrap(rows), batch(rows.length, shape))) {
            return run(Map.of("observation", input));
        }
    }

    /** @param mask of each row */
    Map<String, Output> run(float[] rows, float[] mask, int batch) throws OrtException {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        long[] shape = {batch, rows.length / batch};
        long[] masked = {batch, mask.length / batch};
        try (OnnxTensor input = OnnxTensor.createTensor(environment, FloatBuffer.wrap(rows), shape);
                OnnxTensor allowed = OnnxTensor.createTensor(environment, FloatBuffer.wrap(mask), masked)) {
            return run(Map.of("observation", input, "action_mask", allowed));
        }
    }

    Map<String, Output> run(byte[] rows, int... shape) throws OrtException {
        ByteBuffer direct = ByteBuffer.allocateDirect(rows.length).order(ByteOrder.nativeOrder());
        direct.put(rows).rewind();
        try (OnnxTensor input = OnnxTensor.createTensor(
                OrtEnvironment.getEnvironment(), direct, batch(rows.length, shape), OnnxJavaType.UINT8)) {
            return run(Map.of("observation", input));
        }
    }

    private static long[] batch(int elements, int... shape) {
        long size = Arrays.stream(shape).asLongStream().reduce(1, (a, b) -> a * b);
        return LongStream.concat(
                        LongStream.of(elements / size), Arrays.stream(shape).asLongStream())
                .toArray();
    }

    private Map<String, Output> run(Map<String, OnnxTensor> given) throws OrtException {
        Map<String, OnnxTensor> inputs = new HashMap<>(given);
        Map<String, Output> outputs = new LinkedHashMap<>();
        NodeInfo state = session.getInputInfo().get("state");
        if (state != null) {
            int rows = (int) inputs.get("observation").getInfo().getShape()[0];
            int size = (int) ((TensorInfo) state.getInfo()).getShape()[1];
            inputs.put(
                    "state",
                    OnnxTensor.createTensor(
                            OrtEnvironment.getEnvironment(),
                            FloatBuffer.wrap(Inputs.states(rows, 0, size)),
                            new long[] {rows, size}));
        }
        try (OrtSession.Result result = session.run(inputs)) {
            for (Map.Entry<String, ai.onnxruntime.OnnxValue> entry : result) {
                outputs.put(entry.getKey(), output((OnnxTensor) entry.getValue()));
            }
        }
        return outputs;
    }

    private static Output output(OnnxTensor tensor) {
        long[] shape = tensor.getInfo().getShape();
        if (tensor.getInfo().type != OnnxJavaType.INT64) {
            FloatBuffer floats = tensor.getFloatBuffer();
            float[] values = new float[floats.remaining()];
            floats.get(values);
            return new Output(shape, values);
        }
        LongBuffer integers = tensor.getLongBuffer();
        float[] values = new float[integers.remaining()];
        for (int i = 0; i < values.length; i++) {
            values[i] = integers.get(i);
        }
        return new Output(shape, values);
    }

    @Override
    public void close() throws OrtException {
        session.close();
    }
}
