package io.htsrl.monitor.onnx;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.monitor.onnx.OnnxGraph.Attribute;
import io.htsrl.monitor.onnx.OnnxGraph.ElementType;
import io.htsrl.monitor.onnx.OnnxGraph.Port;
import io.htsrl.policies.network.FrameShape;
import io.htsrl.policies.network.ObservationNormalization;
import io.htsrl.policies.normalize.Normalization;
import io.htsrl.trainer.config.RunConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Adds nodes that convert an environment's observations to the input of the first layer: bytes become fractions of 255,
 * floats are normalised where the network does so, and stacks are concatenated. One thread.
 */
final class InputNodes {
    /** Prefix of the metadata's keys about the preparation of observations. */
    static final String KEY = "observation.";

    private static final String OBSERVATION = "observation";
    private static final String NONE = "none";

    private final OnnxGraph graph;
    private final ObservationSpace space;
    private final int frames;
    private String observed;

    /** @param frames S, number of observations in an input */
    InputNodes(OnnxGraph graph, ObservationSpace space, int frames) {
        this.graph = graph;
        this.space = space;
        this.frames = frames;
    }

    private boolean bytes() {
        return space.kind() == ObservationSpace.Kind.UINT8;
    }

    private String observation() {
        if (observed == null) {
            observed = added();
        }
        return observed;
    }

    private String added() {
        List<Integer> shape = new ArrayList<>();
        if (frames > 1) {
            shape.add(frames);
        }
        Arrays.stream(space.shape()).forEach(shape::add);
        String rows = graph.input(new Port(
                OBSERVATION,
                bytes() ? ElementType.UINT8 : ElementType.FLOAT,
                shape,
                frames == 1 ? "as the environment gives it" : stack(frames)));
        if (!bytes()) {
            return rows;
        }
        String floats =
                graph.node("observation.float", "Cast", List.of(rows), Attribute.of("to", ElementType.FLOAT.number()));
        return graph.node("observation.fraction", "Div", floats, graph.scalar("observation.divisor", 255));
    }

    /** Adds some elements of each frame, {@code [batch, frames x size]}. */
    String part(int offset, int size) {
        String name = "observation.from" + offset;
        return reshaped(name + ".row", sliced(name, offset, size), Math.multiplyExact(frames, size));
    }

    /** Adds an image of each frame, {@code [batch, channels, height, width]}: its planes, frame after frame. */
    String part(int offset, FrameShape frame) {
        String name = "observation.image" + offset;
        String rows = sliced(name, offset, frame.size());
        if (!frame.planesFirst()) {
            rows = reshaped(name + ".frames", rows, frames, frame.height(), frame.width(), frame.planes());
            rows = graph.node(name + ".planes", "Transpose", List.of(rows), Attribute.list("perm", 0, 1, 4, 2, 3));
        }
        return reshaped(name + ".channels", rows, frames * frame.planes(), frame.height(), frame.width());
    }

    /** Adds {@code [batch, frames, size]}: elements of each frame. */
    private String sliced(String name, int offset, int size) {
        String flat = reshaped(name + ".flat", observation(), frames, space.size());
        return graph.node(
                name + ".part",
                "Slice",
                flat,
                graph.integers(name + ".start", offset),
                graph.integers(name + ".end", offset + size),
                graph.integers(name + ".axis", 2));
    }

    /** Adds {@code [batch, channels, height, width]}: the planes of each frame, frame after frame. */
    String images(FrameShape frame) {
        String rows = observation();
        if (space.shape().length == 3 && !frame.planesFirst()) {
            Attribute order = frames > 1
                    ? Attribute.list("perm", 0, 1, 4, 2, 3) // after the frames
                    : Attribute.list("perm", 0, 3, 1, 2);
            rows = graph.node("observation.planes", "Transpose", List.of(rows), order);
        }
        boolean done = space.shape().length == (frames > 1 ? 2 : 3); // has exactly one dimension of channels
        return done
                ? rows
                : reshaped("observation.image", rows, frames * frame.planes(), frame.height(), frame.width());
    }

    /** Adds {@code [batch, inputs]}. */
    String rows(Optional<Normalization> normalization, ObservationNormalization settings, float[] parameters) {
        String rows = observation();
        boolean flat = frames == 1 && space.shape().length == 1;
        if (normalization.isPresent()) {
            if (!flat) {
                rows = frames == 1
                        ? reshaped("observation.features", rows, space.size())
                        : reshaped("observation.features", rows, frames, space.size());
            }
            rows = normalized(normalization.get(), (float) settings.clipObs(), parameters, rows);
            flat = frames == 1;
        }
        return flat ? rows : reshaped("observation.row", rows, Math.multiplyExact(frames, space.size()));
    }

    /** Adds the operations of {@link Normalization}, in their order. */
    private String normalized(Normalization normalization, float clip, float[] parameters, String rows) {
        List<Integer> shape = List.of(normalization.features());
        String mean = graph.floats("normalize.mean", shape, parameters, normalization.offset());
        String scale = graph.floats("normalize.scale", shape, parameters, normalization.scaleOffset());
        String centred = graph.node("normalize.centred", "Sub", rows, mean);
        String scaled = graph.node("normalize.scaled", "Mul", centred, scale);
        String low = graph.scalar("normalize.low", -clip);
        String high = graph.scalar("normalize.high", clip);
        return graph.node("normalize.clipped", "Clip", scaled, low, high);
    }

    private String reshaped(String to, String rows, int... shape) {
        long[] whole = new long[shape.length + 1]; // 0: any number of rows
        for (int i = 0; i < shape.length; i++) {
            whole[i + 1] = shape[i];
        }
        return graph.node(to, "Reshape", rows, graph.integers(to + ".shape", whole));
    }

    /** Describes by metadata key how observations are prepared for the first layer, and which side does it. */
    static Map<String, String> preparation(RunConfig config, ObservationSpace space) {
        Map<String, String> preparation = new LinkedHashMap<>();
        if (!config.observe().isEmpty()) {
            preparation.put(
                    KEY + "elements",
                    config.observe().stream().map(String::valueOf).collect(Collectors.joining(", "))
                            + " of the environment's, chosen by the caller");
        }
        preparation.put(
                KEY + "scaling", space.kind() == ObservationSpace.Kind.UINT8 ? "divided by 255, in the graph" : NONE);
        preparation.put(KEY + "normalisation", normalisation(config));
        preparation.put(KEY + "stack", stack(config.frameStack()));
        return preparation;
    }

    private static String normalisation(RunConfig config) {
        ObservationNormalization settings = config.network().normalization();
        return settings.normObs()
                ? "less the running mean, divided by the running deviation, clipped at " + settings.clipObs()
                        + ", in the graph"
                : NONE;
    }

    /** Describes an input for the user. */
    static String stack(int frames) {
        return frames == 1
                ? NONE
                : frames + " observations, the oldest first, put together by the caller; in an episode's beginning its "
                        + "first one stands in for those before it";
    }
}
