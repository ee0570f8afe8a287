package io.htsrl.recordings;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.monitor.Python;
import io.htsrl.monitor.SmallRuns;
import io.htsrl.trainer.recording.Recording;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.WritableGroup;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RecordTest {
    private static final EnvironmentSpec CART_POLE =
            EnvironmentSource.named("CartPole-v1", Map.of()).ask(Environment::spec);
    private static final Python PYTHON = new Python("minari, h5py, PIL", "recordings are not read by Minari");
    private static final Path PROGRAM = Path.of("src", "test", "python", "read_dataset.py");

    /** An episode of two steps as h5py writes it for Minari: chunks, gzip, shuffled bytes, truth values; deflated. */
    private static final String OF_H5PY =
            "eNrtmr9v00AUx+9sTEx/IEcqoiAQXkCeoEMk2qmNFFcZEFS0oE4QkzhKpJIgO20zsLCFAals/AEMZePP6AgbY/8E/oPg893Z"
                    + "OZO4gEBK6PezXN7dy11yfn73zXPeViubi3PX5wjDNMkFYpFRhgKzrNpyvCZaKtqBaI812U/jsWXRXxTzZ/12Hrsu8x5mkOuc"
                    + "Grw1CTiPVN3yFmt3hS3j6URT/fxX7bDb8J+vZOJy4w/XpURX4tcS8esUuL1Ffi1+ByJwV3EpEb/MlnFhqH7dF6EfHHi9drcT"
                    + "Mtur85eBf+gFjZD0/OBlu5OO94L9Tj01k3iXWXz74aMKy8Ayb9q6el9Uhd0ycI3ykOdWdr8WyEqSJxaiXW43xP6b8qzaUPY7"
                    + "zSsXeR+VtsNbjXeIZaLzWD13pa1HGYl5Fu31ZJ3SPCkNxRuNqJeNazqfcD7KPDSen49r8TglYWu/2dzzk/igor/hN/e8np+s"
                    + "b4oMqGv6l0tyCv7x/kpm43FqJHnWvJHvLz9vv5DvZ8s4v53v58j78W6+n/yWJ/enM07ZOUSjS5M9h66e8T5zibdXSHpxx3Fr"
                    + "SbW1TJxCnwEAAAAAzAb9Z/WaXXxdO7Ws90fe58PoB8a1Nd2Kuxcd59Pxm1bBJl/J5Y/0HR07w/f1pNRCsZ8AAADALMBqb2o9"
                    + "klfiKOUdss4j60k6sWLXbJ0zW3dM64ba8k2STDVSJjqayv3gdbSfn+dYE/xLE+piqIcBAAAA0E+pfvq957cjOmr3zlgdNZhp"
                    + "/VSBfgIAAACgn87UTw7/X65GkjoUFYphs/xg2401yBNXTJanpz7cSyXHyJOr/lTqp0n/y9qZoJ/wKA4AAACAfvoH+unb6n+g"
                    + "n55CPwEAAADnjh9Ivwe1";
    /** A file whose episode is a link to another file. */
    private static final String LINKED =
            "eNrr9HBx4+WS4mIAAQ4OBhYGAQZk8B8KGphR+TD5BCjNCKU7oPQKJpg4C1hOAiouADVfgRlVf0iQqyuy+ej2jIKRDTxcHQNA"
                    + "dASUzwGlTzChqoOlwwAq2csET7nYUyYX0CWMSOrZGDQg7uBw4EwtyCzOT0mNNxBnYCgtLk3M0ctISTNl0IeLA9UBAPInQ80=";

    @TempDir
    Path parent;

    private SmallRuns runs;

    @BeforeEach
    void chooseFolder() {
        runs = new SmallRuns(parent);
    }

    private void record(String... words) {
        String[] all = new String[words.length + 2];
        all[0] = "record";
        all[1] = runs.folder("run").toString();
        System.arraycopy(words, 0, all, 2, words.length);
        assertEquals(ExitCode.OK, runs.hts(SmallRuns.TRAINER, all), runs.err::toString);
    }

    private Recording read(Path path) {
        return new MinariFormat().read(path, CART_POLE);
    }

    @Test
    void shouldRecordWhatJhdfReadsBack() {
        runs.train("run", "");
        record("--steps", "100", "--policy", "sampled");
        Recording recording = read(runs.folder("run"));
        int[] lengths = recording.lengths();

        assertEquals(100, recording.steps());
        assertEquals(100, Arrays.stream(lengths).sum());
        try (HdfFile file = new HdfFile(runs.folder("run").resolve("recording/data/main_data.hdf5"))) {
            assertEquals(lengths.length, file.getChildren().size());
            int first = 0;
            for (int episode = 0; episode < lengths.length; episode++) {
                Group group = (Group) file.getChild("episode_" + episode);
                assertEquals((long) episode, group.getAttribute("id").getData());
                assertEquals(
                        (long) lengths[episode],
                        group.getAttribute("total_steps").getData());
                float[][] observations = (float[][]) ((Dataset) group.getChild("observations")).getData();
                boolean[] terminations = (boolean[]) ((Dataset) group.getChild("terminations")).getData();
                long[] actions = (long[]) ((Dataset) group.getChild("actions")).getData();
                ObservationSlot slot = new ObservationSlot();
                for (int i = 0; i <= lengths[episode]; i++) {
                    recording.observation(first, episode, i, slot);
                    assertArrayEquals(
                            observations[i],
                            Arrays.copyOfRange(slot.floats(), slot.offset(), slot.offset() + slot.length()));
                }
                for (int i = 0; i < lengths[episode]; i++) {
                    assertEquals(actions[i], (long) recording.action(first + i, 0));
                    assertEquals(i == lengths[episode] - 1 && first + i < 99, terminations[i], "step " + i);
                }
                first += lengths[episode];
            }
        }
    }

    @Test
    void shouldPlayTheEpisodesOfAnEvaluation() throws IOException {
        runs.train("run", "");
        record("--episodes", "3", "--out", runs.folder("three").toString());
        int[] lengths = read(runs.folder("three")).lengths();
        Path json = runs.folder("evaluation.json");
        runs.hts(
                SmallRuns.TRAINER,
                "evaluate",
                runs.folder("run").toString(),
                "--episodes",
                "3",
                "--json",
                json.toString());

        assertEquals(
                Arrays.toString(lengths),
                "[" + Files.readString(json).replaceAll("(?s).*\"lengths\" : \\[ | \\].*", "") + "]");
    }

    @Test
    void shouldRefuseAFolderThatIsThere() {
        runs.train("run", "");
        record("--steps", "5");

        assertEquals(
                ExitCode.MISTAKE,
                runs.hts(SmallRuns.TRAINER, "record", runs.folder("run").toString(), "--steps", "5"));
        assertTrue(runs.err.toString().contains("must be a new folder"), runs.err::toString);
    }

    @Test
    @Tag("slow")
    void shouldWriteWhatMinariReads() throws Exception {
        PYTHON.command(parent);
        runs.train("run", "");
        record("--steps", "60", "--policy", "sampled");
        Recording recording = read(runs.folder("run"));
        List<String> lines = PYTHON.run(
                parent, PROGRAM, runs.folder("run").resolve("recording").resolve("data"));

        assertEquals(recording.lengths().length + " 60 Box(-inf, inf, (4,), float32) Discrete(2)", lines.get(0));
        assertEquals(recording.lengths().length + 1, lines.size());
        int first = 0;
        for (int episode = 0; episode < recording.lengths().length; episode++) {
            int length = recording.lengths()[episode];
            int from = first;
            int rights = (int) IntStream.range(from, from + length)
                    .filter(step -> recording.action(step, 0) == 1)
                    .count();
            String[] words = lines.get(episode + 1).split(" ", 6);
            assertEquals(String.valueOf(length), words[1]);
            assertEquals("(" + (length + 1) + ",", words[2]);
            assertTrue(words[5].startsWith(rights + ".0 " + length + ".0 ["), words[5]);
            first += length;
        }
    }

    @Test
    void shouldReadBackEverySpace() throws IOException {
        for (ObservationSpace space : List.of(ObservationSpace.floats(3), ObservationSpace.bytes(2, 3, 2))) {
            for (ActionSpace actions : List.of(
                    new ActionSpace.Discrete(3),
                    new ActionSpace.Continuous(new float[] {-2, 0}, new float[] {2, 1}),
                    new ActionSpace.MultiDiscrete(new int[] {2, 3}),
                    new ActionSpace.MultiBinary(2))) {
                EnvironmentSpec spec = new EnvironmentSpec("Any-v0", space, actions, 0, Double.NaN);
                Recording written = drawn(spec, 3);
                Path folder = Files.createTempDirectory(parent, "spaces").resolve("new");
                MinariFormat.write(folder, written, "Any-v0", "any");

                assertEquals(
                        written.digest(), new MinariFormat().read(folder, spec).digest(), spec::toString);
            }
        }
    }

    private static Recording drawn(EnvironmentSpec spec, int episodes) {
        Random random = new Random(4);
        Recording.Builder builder = new Recording.Builder(spec, "--from", "drawn");
        for (int episode = 0; episode < episodes; episode++) {
            builder.begin(observation(spec, random));
            for (int step = 0; step < 4; step++) {
                float[] action = new float[spec.actionSpace().width()];
                for (int i = 0; i < action.length; i++) {
                    action[i] = random.nextInt(2);
                }
                builder.step(action, 0, random.nextFloat(), step == 3, step == 2, observation(spec, random));
            }
        }
        return builder.build();
    }

    private static ObservationSlot observation(EnvironmentSpec spec, Random random) {
        int size = spec.observationSpace().size();
        if (spec.observationSpace().kind() == ObservationSpace.Kind.UINT8) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            return new ObservationSlot().at(bytes, 0);
        }
        float[] floats = new float[size];
        for (int i = 0; i < size; i++) {
            floats[i] = random.nextFloat();
        }
        return new ObservationSlot().at(floats, 0);
    }

    private Path file(BiConsumer<WritableHdfFile, WritableGroup> content) {
        Path file = parent.resolve("odd.hdf5");
        try (WritableHdfFile opened = HdfFile.write(file)) {
            content.accept(opened, opened.putGroup("episode_0"));
        }
        return file;
    }

    private static void fill(WritableGroup group, Object observations, Object actions, Object rewards, int endings) {
        group.putDataset("observations", observations);
        group.putDataset("actions", actions);
        group.putDataset("rewards", rewards);
        group.putDataset("terminations", new byte[endings]);
        group.putDataset("truncations", new byte[endings]);
    }

    private void assertRefused(String words, BiConsumer<WritableHdfFile, WritableGroup> content) {
        Path file = file(content);
        ConfigurationException refused = assertThrows(ConfigurationException.class, () -> read(file), words);
        assertTrue(refused.getMessage().contains(words), refused::getMessage);
        assertFalse(refused.getMessage().contains("\n"), refused::getMessage);
    }

    @Test
    void shouldRefuseWhatIsNotARecordingOfTheEnvironment() {
        float[][] two = new float[2][4];
        double[] reward = {1};
        long[] action = {1};
        assertRefused("must have a dataset rewards", (file, group) -> {});
        assertRefused("2 rows of 4 numbers as observations", (f, g) -> fill(g, new float[2][3], action, reward, 1));
        assertRefused("2 rows of 4 numbers as observations", (f, g) -> fill(g, new float[1][4], action, reward, 1));
        assertRefused("1 rows of 1 numbers as actions", (f, g) -> fill(g, two, new long[2], reward, 1));
        assertRefused("1 rows of 1 numbers as terminations", (f, g) -> fill(g, two, action, reward, 2));
        assertRefused("actions of discrete 2, and step 0 has 2.0", (f, g) -> fill(g, two, new long[] {2}, reward, 1));
        assertRefused(
                "actions of discrete 2, and step 0 has 0.5", (f, g) -> fill(g, two, new float[] {.5f}, reward, 1));
        assertRefused(
                "finite rewards, and step 0 has NaN", (f, g) -> fill(g, two, action, new double[] {Double.NaN}, 1));
        assertRefused(
                "finite observations, and step 0 has Infinity",
                (f, g) -> fill(g, new float[][] {{0, 1, Float.POSITIVE_INFINITY, 0}, {0, 0, 0, 0}}, action, reward, 1));
    }

    private Path inflated(String name, String text) throws Exception {
        byte[] bytes = new InflaterInputStream(
                        new ByteArrayInputStream(Base64.getDecoder().decode(text)))
                .readAllBytes();
        return Files.write(parent.resolve(name), bytes);
    }

    @Test
    void shouldReadWhatH5pyWrites() throws Exception {
        Recording recording = read(inflated("usual.hdf5", OF_H5PY));

        assertArrayEquals(new int[] {2}, recording.lengths());
        assertEquals(11, recording.observation(0, 0, 2, new ObservationSlot()).get(3));
        assertEquals(1, recording.action(0, 0));
        assertTrue(!recording.terminated(0) && recording.terminated(1) && !recording.truncated(1));
    }

    @Test
    void shouldFollowNoLinkToAnotherFile() throws Exception {
        inflated("usual.hdf5", OF_H5PY);
        Path linked = inflated("linked.hdf5", LINKED);
        ConfigurationException refused = assertThrows(ConfigurationException.class, () -> read(linked));

        assertTrue(refused.getMessage().contains("must have a group episode_0"), refused::getMessage);
    }

    @Test
    void shouldReadArraysOfD4rl() {
        Path file = file((f, g) -> {
            f.putDataset(
                    "observations",
                    new float[][] {{1, 0, 0, 0}, {2, 0, 0, 0}, {3, 0, 0, 0}, {4, 0, 0, 0}, {5, 0, 0, 0}});
            f.putDataset("actions", new float[][] {{0}, {1}, {1}, {0}, {1}});
            f.putDataset("rewards", new float[] {1, 2, 3, 4, 5});
            f.putDataset("terminals", new byte[] {0, 1, 0, 0, 0});
            f.putDataset("timeouts", new byte[] {0, 0, 0, 1, 0});
        });
        Recording recording = read(file);

        assertArrayEquals(new int[] {2, 1}, recording.lengths()); // what follows steps 3 and 4 is not known
        assertTrue(recording.terminated(1));
        assertEquals(3, recording.reward(2));
        assertEquals(4, recording.observation(2, 1, 1, new ObservationSlot()).get(0));
    }

    /** A file with changed bytes is read, or refused in one message: it never hangs, and nothing else is thrown. */
    @Test
    @Timeout(60)
    void shouldSurviveDamagedFiles() throws IOException {
        Path folder = parent.resolve("whole");
        MinariFormat.write(folder, drawn(CART_POLE, 2), "CartPole-v1", "any");
        byte[] whole = Files.readAllBytes(folder.resolve("data/main_data.hdf5"));
        Random random = new Random(7);
        Path file = parent.resolve("damaged.hdf5");
        for (int i = 0; i < 100; i++) {
            byte[] damaged = i % 3 == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
            for (int change = random.nextInt(4); change >= 0 && damaged.length > 0; change--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            Files.write(file, damaged);
            try {
                read(file);
            } catch (ConfigurationException e) {
                assertFalse(e.getMessage().contains("\n"), e::getMessage);
            }
        }
    }
}
