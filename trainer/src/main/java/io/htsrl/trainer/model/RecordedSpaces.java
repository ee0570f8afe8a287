package io.htsrl.trainer.model;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes and reads the spaces of a run's environment in its files, so that no environment has to be created to know the
 * network. Stateless, any thread.
 */
public final class RecordedSpaces {
    private static final String OBSERVATIONS = "observations";
    static final String ONE_HOT = "one-hot";
    /** Name of the text with the names of agents' policies. */
    static final String POLICIES = "policies";
    /** Name of the text that says that observations have a mask. */
    public static final String MASKED = "masked";

    static final String ACTIONS = "actions";
    /** Name of the text of an observation's parts. */
    private static final String PARTS = "parts";

    private static final Pattern DISCRETE = Pattern.compile("discrete (\\d{1,9})");
    private static final Pattern CONTINUOUS = Pattern.compile("continuous \\[(.+)] \\.\\. \\[(.+)]");
    private static final Pattern MULTI_DISCRETE = Pattern.compile("multi-discrete \\[(\\d{1,9}(?:, \\d{1,9})*)]");
    private static final Pattern MULTI_BINARY = Pattern.compile("multi-binary (\\d{1,9})");
    private static final Pattern PART =
            Pattern.compile("([A-Za-z0-9._-]+) (vector|image|one_hot)\\[(\\d{1,9}(?:, \\d{1,9})*)]");
    private static final Pattern OBSERVED = Pattern.compile("(float32|uint8)\\[(\\d+(?:, \\d+)*)]");

    private RecordedSpaces() {}

    /** Returns the spaces by name, for a file. */
    public static Map<String, String> of(EnvironmentSpec spec) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(OBSERVATIONS, spec.observationSpace().unmasked().toString());
        if (spec.observationSpace().mask() > 0) {
            texts.put(MASKED, "true");
        }
        if (spec.observationSpace().choices().length > 0) {
            texts.put(ONE_HOT, choices(spec.observationSpace()));
        }
        if (!spec.observationSpace().parts().isEmpty()) {
            texts.put(PARTS, parts(spec.observationSpace()));
        }
        texts.putAll(ofPolicies(spec));
        texts.put(ACTIONS, spec.actionSpace().toString());
        return texts;
    }

    /** Returns the names of agents' policies, and where they differ the spaces of each, such as {@code 0.actions}. */
    private static Map<String, String> ofPolicies(EnvironmentSpec spec) {
        Map<String, String> texts = new LinkedHashMap<>();
        List<String> policies = spec.observationSpace().policies();
        if (!policies.isEmpty()) {
            texts.put(POLICIES, String.join(",", policies));
        }
        for (int policy = 0; policy < spec.observationSpace().spaces().size(); policy++) {
            String prefix = policy + ".";
            of(spec.ofPolicy(policy)).forEach((name, text) -> texts.put(prefix + name, text));
        }
        return texts;
    }

    /** Reads the spaces of each policy; an empty list where they do not differ. */
    private static List<Agents.Spaces> ofPolicies(int policies, Map<String, String> texts) {
        List<Agents.Spaces> spaces = new ArrayList<>();
        for (int policy = 0; policy < policies && texts.containsKey(policy + "." + ACTIONS); policy++) {
            String prefix = policy + ".";
            Map<String, String> own = new LinkedHashMap<>();
            texts.forEach(
                    (name, text) -> own.put(name.startsWith(prefix) ? name.substring(prefix.length()) : "", text));
            spaces.add(Agents.Spaces.of(
                    read("", own).orElseThrow(() -> new IllegalArgumentException("no spaces of policy " + prefix))));
        }
        return spaces;
    }

    /** Returns the parts of observations, such as {@code camera image[36, 36, 3]; speed vector[2]}. */
    private static String parts(ObservationSpace observations) {
        return observations.parts().stream()
                .map(part -> part.name() + " " + part.kind().name().toLowerCase(Locale.ROOT) + part.shape())
                .collect(Collectors.joining("; "));
    }

    private static List<ObservationPart> parts(String text) {
        List<ObservationPart> parts = new ArrayList<>();
        for (String part : text.split("; ")) {
            Matcher m = PART.matcher(part);
            if (!m.matches()) {
                throw new IllegalArgumentException("no part of an observation: " + part);
            }
            ObservationPart.Kind kind = ObservationPart.Kind.valueOf(m.group(2).toUpperCase(Locale.ROOT));
            parts.add(new ObservationPart(
                    m.group(1),
                    kind,
                    Arrays.stream(integers(m.group(3))).boxed().toList(),
                    0));
        }
        return parts;
    }

    /**
     * Reads the result of {@link #of}, which has the spaces of the environment alone.
     *
     * @param texts from anywhere
     * @return empty where the texts have no spaces
     */
    public static Optional<EnvironmentSpec> read(String env, Map<String, String> texts) {
        String observations = texts.get(OBSERVATIONS);
        String actions = texts.get(ACTIONS);
        if (observations == null || actions == null) {
            return Optional.empty();
        }
        try {
            ActionSpace acted = actions(actions);
            ObservationSpace seen = texts.containsKey(PARTS)
                    ? ofParts(observations, parts(texts.get(PARTS)))
                    : observations(observations, texts.get(ONE_HOT));
            List<String> policies =
                    texts.containsKey(POLICIES) ? List.of(texts.get(POLICIES).split(",")) : List.of();
            ObservationSpace served =
                    policies.isEmpty() ? seen : seen.withPolicies(policies, ofPolicies(policies.size(), texts));
            return Optional.of(new EnvironmentSpec(
                    env, texts.containsKey(MASKED) ? served.withMask(acted) : served, acted, 0, Double.NaN));
        } catch (IllegalArgumentException | ArithmeticException e) { // no space, or one of too many elements
            return Optional.empty();
        }
    }

    /** Reads the spaces from the metadata of a model or a checkpoint. */
    public static Optional<EnvironmentSpec> ofNetwork(String env, Map<String, String> metadata) {
        Map<String, String> texts = new LinkedHashMap<>();
        metadata.forEach((key, value) -> {
            if (key.startsWith(ModelFile.NETWORK)) {
                texts.put(key.substring(ModelFile.NETWORK.length()), value);
            }
        });
        return read(env, texts);
    }

    /** @throws IllegalArgumentException when {@link ActionSpace#toString} does not write {@code text} */
    static ActionSpace actions(String text) {
        Matcher discrete = DISCRETE.matcher(text);
        if (discrete.matches()) {
            return new ActionSpace.Discrete(Integer.parseInt(discrete.group(1)));
        }
        Matcher choices = MULTI_DISCRETE.matcher(text);
        if (choices.matches()) {
            return new ActionSpace.MultiDiscrete(integers(choices.group(1)));
        }
        Matcher switches = MULTI_BINARY.matcher(text);
        if (switches.matches()) {
            return new ActionSpace.MultiBinary(Integer.parseInt(switches.group(1)));
        }
        Matcher box = CONTINUOUS.matcher(text);
        if (box.matches()) {
            return new ActionSpace.Continuous(floats(box.group(1)), floats(box.group(2)));
        }
        throw new IllegalArgumentException("no action space: " + text);
    }

    /** @throws IllegalArgumentException when {@link ObservationSpace#toString} does not write {@code text} */
    private static ObservationSpace observations(String text) {
        Matcher m = OBSERVED.matcher(text);
        if (!m.matches()) {
            throw new IllegalArgumentException("no observation space: " + text);
        }
        int[] shape = integers(m.group(2));
        return m.group(1).equals("uint8") ? ObservationSpace.bytes(shape) : ObservationSpace.floats(shape);
    }

    /** Returns the sizes of the choices of one-hot observations, such as {@code 32, 11, 2}. */
    private static String choices(ObservationSpace observations) {
        String list = Arrays.toString(observations.choices());
        return list.substring(1, list.length() - 1);
    }

    /**
     * Returns the space from its two texts.
     *
     * @param choices null where observations are not one-hot, or it is unknown
     */
    private static ObservationSpace observations(String text, String choices) {
        ObservationSpace stored = observations(text);
        ObservationSpace meant = choices == null ? stored : ObservationSpace.oneHot(integers(choices));
        if (!meant.equals(stored)) {
            throw new IllegalArgumentException("one-hot observations of " + choices + " are not " + text);
        }
        return meant;
    }

    private static ObservationSpace ofParts(String text, List<ObservationPart> parts) {
        ObservationSpace stored = observations(text);
        ObservationSpace meant = ObservationSpace.of(stored.kind(), parts);
        if (!meant.equals(stored)) {
            throw new IllegalArgumentException("the parts " + parts + " are not " + text);
        }
        return meant;
    }

    private static int[] integers(String text) {
        return Arrays.stream(text.split(", ")).mapToInt(Integer::parseInt).toArray();
    }

    private static float[] floats(String text) {
        String[] parts = text.split(", ");
        float[] values = new float[parts.length];
        for (int i = 0; i < parts.length; i++) {
            values[i] = Float.parseFloat(parts[i]);
        }
        return values;
    }
}
