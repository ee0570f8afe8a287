package io.htsrl.trainer.model;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.ObservationSpace;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes the spaces of environments into files, and reads them back. Pure functions. */
final class SpaceTexts {
    private static final Pattern DISCRETE = Pattern.compile("discrete (\\d{1,9})");
    private static final Pattern CONTINUOUS = Pattern.compile("continuous \\[(.+)] \\.\\. \\[(.+)]");
    private static final Pattern MULTI_DISCRETE = Pattern.compile("multi-discrete \\[(\\d{1,9}(?:, \\d{1,9})*)]");
    private static final Pattern MULTI_BINARY = Pattern.compile("multi-binary (\\d{1,9})");
    private static final Pattern OBSERVATIONS = Pattern.compile("(float32|uint8)\\[(\\d+(?:, \\d+)*)]");

    private SpaceTexts() {}

    /** As {@link ActionSpace}s show themselves, such as {@code discrete 2} or {@code continuous [-2.0] .. [2.0]}. */
    static String of(ActionSpace actions) {
        return actions.toString();
    }

    /** @throws IllegalArgumentException when {@code text} is none that {@link #of} writes */
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

    /** @throws IllegalArgumentException when {@code text} is none that {@link ObservationSpace#toString} writes */
    static ObservationSpace observations(String text) {
        Matcher m = OBSERVATIONS.matcher(text);
        if (!m.matches()) {
            throw new IllegalArgumentException("no observation space: " + text);
        }
        int[] shape = integers(m.group(2));
        return m.group(1).equals("uint8") ? ObservationSpace.bytes(shape) : ObservationSpace.floats(shape);
    }

    /** Of one-hot observations what they choose from, such as {@code 32, 11, 2}. */
    static String choices(ObservationSpace observations) {
        String list = Arrays.toString(observations.choices());
        return list.substring(1, list.length() - 1);
    }

    /**
     * Observations of which both was written.
     *
     * @param choices null for those that are not one-hot, or of whom nobody says
     */
    static ObservationSpace observations(String text, String choices) {
        ObservationSpace stored = observations(text);
        ObservationSpace meant = choices == null ? stored : ObservationSpace.oneHot(integers(choices));
        if (!meant.equals(stored)) {
            throw new IllegalArgumentException("one-hot observations of " + choices + " are not " + text);
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
