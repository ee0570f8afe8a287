package io.htsrl.python;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/**
 * What a worker says of an environment before replicas are made. Immutable.
 *
 * @param spec      what it is to an agent
 * @param signature of its spaces: every replica must have it
 * @param versions  of Python and of the packages that it has loaded
 * @param differs   how it did not repeat itself; empty where it did
 * @param shares    what replicas in one process have in common; empty for nothing that shows
 * @param renders   whether it says that it has pictures
 * @param shows     whether it is made for them as it is
 */
record Description(
        EnvironmentSpec spec,
        String signature,
        Map<String, String> versions,
        String differs,
        String shares,
        boolean renders,
        boolean shows) {

    /** @param json what the worker said */
    static Description of(String id, JsonNode json) {
        EnvironmentSpec spec = new EnvironmentSpec(
                id,
                observations(json.path("observation")),
                actions(id, json.path("action")),
                json.path("max_steps").asInt(),
                json.path("threshold").asDouble());
        Map<String, String> versions = new TreeMap<>();
        json.path("versions")
                .properties()
                .forEach(each -> versions.put(each.getKey(), each.getValue().asText()));
        versions.remove("executable"); // a path is no version
        return new Description(
                spec,
                json.path("signature").asText(),
                Collections.unmodifiableMap(versions),
                json.path("probe").path("differs").asText(),
                json.path("probe").path("shares").asText(),
                json.path("renders").asBoolean(),
                json.path("shows").asBoolean());
    }

    private static ObservationSpace observations(JsonNode json) {
        List<Integer> choices = new ArrayList<>();
        for (JsonNode part : json.path("parts")) {
            choices.addAll(choices(part));
            if (choices(part).isEmpty()) {
                return numbers(json);
            }
        }
        return choices.isEmpty()
                ? numbers(json)
                : ObservationSpace.oneHot(
                        choices.stream().mapToInt(Integer::intValue).toArray());
    }

    /** What a part of an observation chooses from; nothing where it is no choice. */
    private static List<Integer> choices(JsonNode part) {
        return switch (part.path("kind").asText()) {
            case "discrete" -> List.of(part.path("n").asInt());
            case "multi" -> Arrays.stream(ints(part.path("counts"))).boxed().toList();
            default -> List.of();
        };
    }

    private static ObservationSpace numbers(JsonNode json) {
        int[] shape = ints(json.path("shape"));
        return json.path("bytes").asBoolean() ? ObservationSpace.bytes(shape) : ObservationSpace.floats(shape);
    }

    private static ActionSpace actions(String id, JsonNode json) {
        return switch (json.path("kind").asText()) {
            case "discrete" -> new ActionSpace.Discrete(json.path("n").asInt());
            case "box" -> new ActionSpace.Continuous(floats(json.path("low")), floats(json.path("high")));
            case "multi" -> new ActionSpace.MultiDiscrete(ints(json.path("counts")));
            case "binary" -> new ActionSpace.MultiBinary(json.path("width").asInt());
            default ->
                throw new IllegalStateException(id + ": the worker knows actions that the JVM does not: " + json);
        };
    }

    private static int[] ints(JsonNode values) {
        return StreamSupport.stream(values.spliterator(), false)
                .mapToInt(JsonNode::asInt)
                .toArray();
    }

    private static float[] floats(JsonNode values) {
        float[] floats = new float[values.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) values.get(i).asDouble();
        }
        return floats;
    }
}
