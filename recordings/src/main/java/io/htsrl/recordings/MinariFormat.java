package io.htsrl.recordings;

import io.htsrl.cli.rundir.JsonDocument;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.trainer.recording.Recording;
import io.htsrl.trainer.recording.RecordingFormat;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.WritableGroup;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Datasets in the HDF5 format of Minari 0.5 (Farama): {@code data/main_data.hdf5} has a group for each episode,
 * {@code data/metadata.json} the spaces. Reads D4RL's files too. Stateless, any thread.
 *
 * <p>jHDF writes no unsigned bytes: bytes of images are written as 16-bit integers.
 */
public final class MinariFormat implements RecordingFormat {
    private static final String MAIN = "main_data.hdf5";
    private static final String DATA = "data";
    /** Newest version of Minari whose datasets these are. */
    private static final String VERSION = "0.5.4";

    @Override
    public Recording read(Path runOrFile, EnvironmentSpec spec) {
        Path file = Stream.of(
                        runOrFile,
                        runOrFile.resolve(MAIN),
                        runOrFile.resolve(DATA).resolve(MAIN),
                        runOrFile.resolve(RecordCommand.FOLDER).resolve(DATA).resolve(MAIN))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> new ConfigurationException(
                        SETTING,
                        runOrFile,
                        "must be a run directory with a recording, a Minari dataset in HDF5, or such a file",
                        "record one with 'hts record RUN'"));
        try (HdfFile opened = new HdfFile(file)) {
            return new MinariReader(opened, Files.size(file), spec, runOrFile).read();
        } catch (ConfigurationException e) {
            throw e;
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError | LinkageError e) {
            throw new ConfigurationException(
                    SETTING,
                    runOrFile,
                    "must be a whole HDF5 file (" + ShownText.reason(e) + ")",
                    "record it again, or write it without filters other than gzip");
        }
    }

    /**
     * Writes a dataset.
     *
     * @param folder new folder
     * @param env environment's name
     * @param algo algorithm of the policy that was recorded
     */
    static void write(Path folder, Recording recording, String env, String algo) throws IOException {
        Path data = Files.createDirectories(folder.resolve(DATA));
        Path main = data.resolve(MAIN);
        try (WritableHdfFile file = HdfFile.write(main)) {
            int[] lengths = recording.lengths();
            int first = 0;
            for (int episode = 0; episode < lengths.length; episode++) {
                WritableGroup group = file.putGroup("episode_" + episode);
                group.putAttribute("id", (long) episode);
                group.putAttribute("total_steps", (long) lengths[episode]);
                write(recording, first, episode, lengths[episode], group);
                first += lengths[episode];
            }
        }
        String name = (env + "-" + algo).toLowerCase(Locale.ROOT).replaceAll("[^-_a-z0-9]", "_");
        String metadata = JsonDocument.pretty(JsonDocument.object(
                "dataset_id",
                "hts-rl/" + name + "-v0",
                "minari_version",
                VERSION,
                "data_format",
                "hdf5",
                "jpeg_encoding",
                false,
                "total_episodes",
                recording.lengths().length,
                "total_steps",
                recording.steps(),
                "dataset_size",
                Math.round(Files.size(main) / 1e5) / 10.0,
                "algorithm_name",
                algo,
                "observation_space",
                observations(recording.observationSpace()),
                "action_space",
                actions(recording.actionSpace())));
        Files.writeString(data.resolve("metadata.json"), metadata); // last: without it, it is no dataset
    }

    private static void write(Recording recording, int first, int episode, int length, WritableGroup group) {
        ObservationSpace space = recording.observationSpace();
        ObservationSlot slot = new ObservationSlot();
        boolean floats = space.kind() == ObservationSpace.Kind.FLOAT32;
        int[] all = IntStream.concat(IntStream.of(length + 1), IntStream.of(space.shape()))
                .toArray();
        Object observations = Array.newInstance(floats ? float.class : short.class, all);
        for (int i = 0; i <= length; i++) {
            recording.observation(first, episode, i, slot);
            fill(Array.get(observations, i), slot, new int[1]);
        }
        group.putDataset("observations", observations);
        group.putDataset("actions", actions(recording, first, length));
        double[] rewards = new double[length];
        boolean[] terminations = new boolean[length];
        boolean[] truncations = new boolean[length];
        for (int i = 0; i < length; i++) {
            rewards[i] = recording.reward(first + i);
            terminations[i] = recording.terminated(first + i);
            truncations[i] = recording.truncated(first + i);
        }
        group.putDataset("rewards", rewards);
        group.putDataset("terminations", terminations);
        group.putDataset("truncations", truncations);
    }

    /** Writes the elements of an observation, from {@code next} on, into arrays of arrays. */
    private static void fill(Object rows, ObservationSlot slot, int[] next) {
        for (int i = 0; i < Array.getLength(rows); i++) {
            if (rows instanceof float[] row) {
                row[i] = slot.get(next[0]++);
            } else if (rows instanceof short[] row) {
                row[i] = (short) Byte.toUnsignedInt(slot.bytes()[slot.offset() + next[0]++]);
            } else {
                fill(Array.get(rows, i), slot, next);
            }
        }
    }

    private static Object actions(Recording recording, int first, int length) {
        int width = recording.actionSpace().width();
        IntStream steps = IntStream.range(first, first + length);
        if (recording.actionSpace() instanceof ActionSpace.Discrete) {
            return steps.mapToLong(step -> (long) recording.action(step, 0)).toArray();
        }
        boolean isBox = recording.actionSpace() instanceof ActionSpace.Continuous;
        Object actions = Array.newInstance(isBox ? float.class : long.class, length, width);
        steps.forEach(step -> {
            Object row = Array.get(actions, step - first);
            for (int i = 0; i < width; i++) {
                if (row instanceof float[] box) {
                    box[i] = recording.action(step, i);
                } else {
                    ((long[]) row)[i] = (long) recording.action(step, i);
                }
            }
        });
        return actions;
    }

    /** Returns a space as Gymnasium writes it, which has infinities that JSON has not. */
    private static String observations(ObservationSpace space) {
        boolean bytes = space.kind() == ObservationSpace.Kind.UINT8;
        return box(
                bytes ? "uint8" : "float32",
                space.shape(),
                i -> bytes ? "0" : "-Infinity",
                i -> bytes ? "255" : "Infinity");
    }

    private static String actions(ActionSpace space) {
        if (space instanceof ActionSpace.Continuous box) {
            int[] shape = {box.width()};
            return box("float32", shape, i -> Float.toString(box.low()[i]), i -> Float.toString(box.high()[i]));
        }
        if (space instanceof ActionSpace.Discrete discrete) {
            return "{\"type\": \"Discrete\", \"dtype\": \"int64\", \"start\": 0, \"n\": " + discrete.count() + "}";
        }
        if (space instanceof ActionSpace.MultiBinary switches) {
            return "{\"type\": \"MultiBinary\", \"n\": " + switches.count() + "}";
        }
        int[] counts = space.choices();
        return "{\"type\": \"MultiDiscrete\", \"dtype\": \"int64\", \"nvec\": " + List.of(boxed(counts))
                + ", \"start\": " + List.of(boxed(new int[counts.length])) + "}";
    }

    private static Integer[] boxed(int[] values) {
        return IntStream.of(values).boxed().toArray(Integer[]::new);
    }

    private static String box(String type, int[] shape, IntFunction<String> low, IntFunction<String> high) {
        return "{\"type\": \"Box\", \"dtype\": \"" + type + "\", \"shape\": " + List.of(boxed(shape)) + ", \"low\": "
                + list(shape, 0, new int[1], low) + ", \"high\": " + list(shape, 0, new int[1], high) + "}";
    }

    private static String list(int[] shape, int axis, int[] next, IntFunction<String> bound) {
        return axis == shape.length
                ? bound.apply(next[0]++)
                : IntStream.range(0, shape[axis])
                        .mapToObj(i -> list(shape, axis + 1, next, bound))
                        .collect(Collectors.joining(", ", "[", "]"));
    }
}
