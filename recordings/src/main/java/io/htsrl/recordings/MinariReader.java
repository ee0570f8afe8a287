package io.htsrl.recordings;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.trainer.recording.Recording;
import io.htsrl.trainer.recording.RecordingFormat;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads one HDF5 file of recorded steps, Minari's or D4RL's. The file may be hostile: it follows no link, since one may
 * lead to another file, and allocates nothing before a size is checked. One thread.
 */
final class MinariReader {
    private static final String OBSERVATIONS = "observations";
    private static final int MOST_STEPS = 1 << 27;
    private static final int BYTES_PER_ELEMENT = 24; // read, converted, and kept
    private static final int MOST_PER_BYTE = 1100; // deflate packs at most 1032 bytes into one

    private final Group root;
    private final Path source;
    private final ObservationSpace space;
    private final int width;
    private final Recording.Builder builder;
    private final ObservationSlot slot = new ObservationSlot();
    private final long room;
    private long elements;

    /**
     * @param bytes of the file
     * @param source name in messages
     */
    MinariReader(Group root, long bytes, EnvironmentSpec spec, Path source) {
        this.root = root;
        this.room = Math.min(Runtime.getRuntime().maxMemory() / BYTES_PER_ELEMENT, bytes * MOST_PER_BYTE);
        this.source = source;
        this.space = spec.observationSpace();
        this.width = spec.actionSpace().width();
        this.builder = new Recording.Builder(spec, RecordingFormat.SETTING, source);
    }

    Recording read() {
        if (root.getChild(OBSERVATIONS) != null) {
            readFlat();
            return builder.build();
        }
        int episode = 0;
        for (Node node = root.getChild("episode_0"); node != null; node = root.getChild("episode_" + ++episode)) {
            check(
                    !node.isLink() && node instanceof Group,
                    "must have a group " + node.getName() + ", and it is something else");
            readEpisode((Group) node);
        }
        check(episode > 0, "must have a group episode_0 as Minari's files do, or observations as D4RL's");
        return builder.build();
    }

    private void readEpisode(Group group) {
        float[] rewards = numbers(group, "rewards", -1, 1);
        int steps = rewards.length;
        float[] observations = numbers(group, OBSERVATIONS, steps + 1, space.size());
        float[] actions = numbers(group, "actions", steps, width);
        float[] terminations = numbers(group, "terminations", steps, 1);
        float[] truncations = numbers(group, "truncations", steps, 1);
        begin(observations, 0);
        for (int i = 0; i < steps; i++) {
            builder.step(
                    actions,
                    i * width,
                    rewards[i],
                    terminations[i] != 0,
                    truncations[i] != 0,
                    observation(observations, i + 1));
        }
    }

    /**
     * Reads D4RL's arrays over all episodes. Without {@code next_observations}, the step at a time limit is dropped, as
     * D4RL's {@code qlearning_dataset} does: the observation after it is not known.
     */
    private void readFlat() {
        float[] rewards = numbers(root, "rewards", -1, 1);
        int steps = rewards.length;
        float[] observations = numbers(root, OBSERVATIONS, steps, space.size());
        float[] actions = numbers(root, "actions", steps, width);
        float[] terminals = numbers(root, "terminals", steps, 1);
        float[] timeouts = root.getChild("timeouts") == null ? new float[steps] : numbers(root, "timeouts", steps, 1);
        float[] next = root.getChild("next_observations") == null
                ? null
                : numbers(root, "next_observations", steps, space.size());
        boolean fresh = true;
        for (int i = 0; i < steps; i++) {
            if (fresh) {
                begin(observations, i);
            }
            boolean terminal = terminals[i] != 0;
            boolean timeout = timeouts[i] != 0;
            fresh = terminal || timeout;
            if (next != null || terminal || !timeout && i + 1 < steps) {
                int after = Math.min(i + 1, steps - 1); // after a terminal state nothing is read
                builder.step(
                        actions,
                        i * width,
                        rewards[i],
                        terminal,
                        timeout,
                        next != null ? observation(next, i) : observation(observations, after));
            }
        }
    }

    private void begin(float[] observations, int row) {
        builder.begin(observation(observations, row));
    }

    private ObservationSlot observation(float[] rows, int row) {
        int size = space.size();
        if (space.kind() == ObservationSpace.Kind.FLOAT32) {
            return slot.at(rows, row * size, size);
        }
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            float value = rows[row * size + i];
            bytes[i] = (byte) (int) value;
            if (Byte.toUnsignedInt(bytes[i]) != value) {
                check(false, "must have bytes of 0 to 255 as " + OBSERVATIONS + ", and has " + value);
            }
        }
        return slot.at(bytes, 0, size);
    }

    /**
     * Reads the rows of a dataset.
     *
     * @param rows their number; -1 for any
     * @param size elements of a row
     */
    private float[] numbers(Group group, String name, int rows, int size) {
        Node node = group.getChild(name);
        check(
                node != null && !node.isLink() && node instanceof Dataset,
                "must have a dataset " + name + " in " + group.getPath());
        Dataset dataset = (Dataset) node;
        int[] shape = dataset.getDimensions();
        long each = Arrays.stream(shape).skip(1).asLongStream().reduce(1, (a, b) -> Math.min(a * b, MOST_STEPS));
        check(
                shape.length >= 1
                        && shape[0] >= 0
                        && shape[0] <= MOST_STEPS
                        && (rows < 0 || shape[0] == rows)
                        && (each == size || shape.length == 1 && shape[0] == (long) rows * size),
                "must have " + (rows < 0 ? "" : rows + " ") + "rows of " + size + " numbers as " + name + " in "
                        + group.getPath() + ", and has " + Arrays.toString(shape));
        elements += shape[0] * each;
        check(
                elements <= room && shape[0] * each < Integer.MAX_VALUE,
                "must have at most " + room + " numbers for its size and this machine's memory, and has at least "
                        + elements);
        return floats(dataset.getDataFlat(), name);
    }

    private float[] floats(Object data, String name) {
        if (data instanceof float[] own) {
            return own;
        }
        boolean truths = data instanceof boolean[] || data instanceof String[]; // h5py's are an enumeration
        check(truths || data.getClass().getComponentType().isPrimitive(), "must have numbers as " + name);
        float[] floats = new float[Array.getLength(data)];
        for (int i = 0; i < floats.length; i++) {
            if (!truths) {
                floats[i] = (float) Array.getDouble(data, i);
            } else if (Array.get(data, i).toString().equalsIgnoreCase("true")) {
                floats[i] = 1;
            }
        }
        return floats;
    }

    private void check(boolean holds, String rule) {
        Violations.require(holds, RecordingFormat.SETTING, source, rule, "give a recording of this environment");
    }
}
