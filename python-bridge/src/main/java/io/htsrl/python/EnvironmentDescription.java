package io.htsrl.python;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.GoalReward;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/**
 * A worker's description of an environment before replicas are made. Immutable.
 *
 * @param spec spaces and other properties for an agent; of an environment of several, for all of them
 * @param agents the agents of an environment of several; otherwise null
 * @param mask where masks of allowed actions come from, as the worker says; empty for none
 * @param signature signature of its spaces, which every replica must have
 * @param versions versions of Python and of the packages that it has loaded, and a digest of the environment's own code
 * @param differs difference between two equal episodes; empty for none
 * @param shares objects that replicas in one process share; empty where none were found
 * @param warnings warnings for the user: sentences without their full stop
 * @param renders whether it declares that it has pictures
 * @param shows whether its options create it for pictures
 */
record EnvironmentDescription(
        EnvironmentSpec spec,
        Agents agents,
        String mask,
        String signature,
        Map<String, String> versions,
        String differs,
        String shares,
        List<String> warnings,
        boolean renders,
        boolean shows) {
    private static final String MASK = "action_mask";
    private static final int IMAGE_EXTENTS = 3;

    /** @param json answer of the worker */
    static EnvironmentDescription of(String id, JsonNode json) {
        Agents agents = json.has("agents")
                ? agents(id, json.path("agents"), json.path("max_steps").asInt())
                : null;
        ActionSpace actions = actions(id, json.path("action"));
        ObservationSpace observations = withGoals(observations(json.path("observation")), json.path("goals"));
        String mask = json.path("mask").asText();
        EnvironmentSpec spec = new EnvironmentSpec(
                id,
                mask.isEmpty() ? observations : observations.withMask(actions),
                actions,
                json.path("max_steps").asInt(),
                json.path("threshold").asDouble());
        Map<String, String> versions = new TreeMap<>();
        json.path("versions")
                .properties()
                .forEach(each -> versions.put(each.getKey(), each.getValue().asText()));
        versions.remove("executable"); // a path is no version
        return new EnvironmentDescription(
                agents == null ? spec : agents.joint(),
                agents,
                mask,
                json.path("signature").asText(),
                Collections.unmodifiableMap(versions),
                json.path("probe").path("differs").asText(),
                json.path("probe").path("shares").asText(),
                warnings(id, json),
                json.path("renders").asBoolean(),
                json.path("shows").asBoolean());
    }

    private static Agents agents(String id, JsonNode json, int limit) {
        List<String> names = new ArrayList<>();
        List<EnvironmentSpec> specs = new ArrayList<>();
        json.forEach(agent -> {
            names.add(agent.path("name").asText());
            specs.add(agent(id, agent, limit));
        });
        return new Agents(names, specs);
    }

    private static EnvironmentSpec agent(String id, JsonNode json, int limit) {
        ActionSpace actions = actions(id, json.path("action"));
        ObservationSpace observations = observations(json.path("observation"));
        int state = json.path("state").asInt();
        if (state > 0) {
            List<ObservationPart> parts = new ArrayList<>(observations.parts());
            if (parts.isEmpty()) {
                parts.add(ObservationPart.vector("observation", observations.size()));
            }
            parts.add(ObservationPart.vector("state", state));
            observations = ObservationSpace.of(parts);
        }
        observations = json.path("masked").asBoolean() ? observations.withMask(actions) : observations;
        return new EnvironmentSpec(id, observations, actions, limit, Double.NaN);
    }

    private static ObservationSpace withGoals(ObservationSpace space, JsonNode goals) {
        return !goals.has("threshold")
                ? space
                : space.withGoals(new GoalReward.Distance(
                        goals.path("threshold").asDouble(),
                        goals.path("dense").asBoolean(),
                        goals.path("reached").asDouble(),
                        goals.path("missed").asDouble(),
                        goals.path("terminates").asBoolean()));
    }

    private static ObservationSpace observations(JsonNode json) {
        ObservationSpace whole = whole(json);
        if (json.path("parts").size() < 2 || whole.choices().length > 0) {
            return whole;
        }
        List<ObservationPart> parts = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (JsonNode part : json.path("parts")) {
            List<String> path = new ArrayList<>();
            part.path("path").forEach(key -> path.add(key.asText()));
            String name = String.join(".", path).replaceAll("[^A-Za-z0-9._-]", "_");
            while (name.isEmpty() || !names.add(name)) {
                name += "part" + parts.size();
            }
            parts.add(part(name, part));
        }
        return ObservationSpace.of(whole.kind(), parts);
    }

    private static ObservationPart part(String name, JsonNode part) {
        if (isImage(part)) {
            return ObservationPart.image(
                    name, Arrays.stream(ints(part.path("shape"))).boxed().toArray(Integer[]::new));
        }
        int size = part.path("size").asInt();
        return choices(part).isEmpty() ? ObservationPart.vector(name, size) : ObservationPart.oneHot(name, size);
    }

    private static ObservationSpace whole(JsonNode json) {
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

    /** Returns the numbers of choices of a part of an observation; empty where it is no choice. */
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

    /** @param json answer of the worker */
    static List<String> warnings(String id, JsonNode json) {
        List<String> warnings = new ArrayList<>();
        JsonNode parts = json.path("observation").path("parts");
        boolean masked = false;
        for (JsonNode part : parts) {
            if (part.path("path").path(part.path("path").size() - 1).asText().equals(MASK)) {
                masked = json.path("mask").asText().isEmpty();
            }
        }
        if (masked) {
            warnings.add(id + " masks actions by its observation's part " + MASK + ", and masks must come by info[\""
                    + MASK + "\"] or action_masks(): forbidden actions will be taken; give --wrapper MODULE:FUNCTION, "
                    + "which gives them so");
        }
        String differs = json.path("goals").path("differs").asText();
        if (!differs.isEmpty()) {
            warnings.add(id + " has goals that --her cannot change: " + differs);
        }
        String outside = json.path("probe").path("outside").asText();
        if (!outside.isEmpty()) {
            warnings.add(id + ": " + outside + ": is that as it should be?");
        }
        return List.copyOf(warnings);
    }

    private static boolean isImage(JsonNode part) {
        return part.path("kind").asText().equals("box")
                && part.path("dtype").asText().equals("uint8")
                && part.path("shape").size() == IMAGE_EXTENTS
                && part.path("low").toString().equals("[0.0]")
                && part.path("high").toString().equals("[255.0]");
    }
}
