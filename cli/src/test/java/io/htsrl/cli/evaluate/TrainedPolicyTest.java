package io.htsrl.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.checkpoints.CheckpointImage;
import io.htsrl.checkpoints.ParameterTensors;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which parameters {@code hts evaluate} and {@code hts play} take, and what they say of them. */
@Tag("slow")
class TrainedPolicyTest {
    private static final TrainingRunner TRAINER = (config, attached) -> new Trainer(config, attached).run();

    @TempDir
    static Path shared;

    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();
    private Path run;

    @BeforeAll
    static void train() {
        CommandLineFixture hts = new CommandLineFixture();
        assertEquals(
                ExitCode.OK,
                hts.run(
                        TRAINER,
                        "train",
                        "--algo",
                        "ppo",
                        "--env",
                        "CartPole-v1",
                        "--num-envs",
                        "4",
                        "--sync-interval",
                        "8",
                        "--total-timesteps",
                        "320",
                        "--hidden-sizes",
                        "8",
                        "--checkpoint-every",
                        "2",
                        "--run-dir",
                        shared.resolve("run").toString(),
                        "--quiet"),
                hts.err::toString);
    }

    @BeforeEach
    void copy() throws IOException {
        run = RecordedRuns.copy(shared.resolve("run"), parent.resolve("run"));
    }

    private int evaluate(String command, String... more) {
        hts.err.getBuffer().setLength(0);
        List<String> words = new ArrayList<>(List.of(command, run.toString(), "--episodes", "2"));
        words.addAll(List.of(more));
        return hts.run(TRAINER, words.toArray(String[]::new));
    }

    private List<Path> checkpoints() {
        return RunFolders.checkpoints(run).list();
    }

    private static void flipABit(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evaluate", "play"})
    void shouldSayThatAFinishedRunLacksItsModel(String command) throws IOException {
        Files.delete(run.resolve("model.safetensors"));

        assertEquals(ExitCode.OK, evaluate(command), hts.err::toString);

        assertEquals(
                "warning: " + run + " has ended, but its model.safetensors is missing: these are the parameters "
                        + "of its newest checkpoint, " + checkpoints().get(0).getFileName(),
                hts.err.toString().lines().findFirst().orElse(""));
    }

    @Test
    void shouldSayThatARunHasNotEnded() throws IOException {
        Files.delete(run.resolve("model.safetensors"));
        Files.delete(run.resolve("summary.json"));

        assertEquals(ExitCode.OK, evaluate("evaluate"), hts.err::toString);

        assertEquals(
                "warning: " + run + " has not ended: these are the parameters of its newest checkpoint, "
                        + checkpoints().get(0).getFileName() + "\n",
                hts.err.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"evaluate", "play"})
    void shouldNameTheDamagedCheckpointsThatItPasses(String command) throws IOException {
        Files.delete(run.resolve("model.safetensors"));
        List<Path> files = checkpoints();
        flipABit(files.get(0));

        assertEquals(ExitCode.OK, evaluate(command), hts.err::toString);

        String err = hts.err.toString();
        assertTrue(err.contains("warning: checkpoint " + files.get(0) + " is damaged: its checksum is "), err);
        assertTrue(
                err.contains("these are the parameters of its newest checkpoint that is whole, "
                        + files.get(1).getFileName() + "\n"),
                err);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evaluate", "play"})
    void shouldRefuseAnOldCheckpointUnderANewName(String command) throws IOException {
        List<Path> files = checkpoints();
        Files.copy(files.get(1), files.get(0), StandardCopyOption.REPLACE_EXISTING);
        String newest = String.valueOf(CheckpointFolder.interval(files.get(0)));

        assertEquals(ExitCode.MISTAKE, evaluate(command, "--interval", newest));
        String named = files.get(0) + " is not what its name says: it was taken after "
                + CheckpointFolder.interval(files.get(1)) + " intervals, not after " + newest;
        assertTrue(hts.errors().contains(named), hts.err::toString);

        Files.delete(run.resolve("model.safetensors"));
        assertEquals(ExitCode.OK, evaluate(command), hts.err::toString);
        assertTrue(hts.errors().contains("warning: checkpoint " + named), hts.err::toString);
    }

    @Test
    void shouldWarnOfAModelThatIsNotTheRunsOwn() throws IOException {
        Files.copy(checkpoints().get(1), run.resolve("model.safetensors"), StandardCopyOption.REPLACE_EXISTING);

        assertEquals(ExitCode.OK, evaluate("evaluate"), hts.err::toString);
        assertTrue(hts.errors().contains("model.safetensors is not what it was when the run ended"), hts.err::toString);
    }

    @Test
    void shouldRefuseParametersOfAnotherSeed() throws IOException {
        Path config = run.resolve("config.yaml");
        Files.writeString(config, Files.readString(config).replaceFirst("seed: \\d+", "seed: 77"));

        assertEquals(ExitCode.MISTAKE, evaluate("evaluate"), hts.err::toString);
        assertTrue(hts.errors().contains("seed 77: it must be 1, as in "), hts.err::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "activation: tanh,activation: relu,activation,tanh",
        "shared-torso: false,shared-torso: true," + "shared-torso,false"
    })
    void shouldRefuseAModelOfAnotherNetworkThanTheSettings(String before, String after, String key, String was)
            throws IOException {
        Path config = run.resolve("config.yaml");
        String text = Files.readString(config);
        assertTrue(text.contains(before), text);
        Files.writeString(config, text.replace(before, after));

        assertEquals(ExitCode.MISTAKE, evaluate("evaluate"), hts.err::toString);
        String err = hts.err.toString();
        if (key.equals("activation")) { // of the same shape: nothing but the metadata can tell
            assertTrue(
                    err.contains("activation relu: it must be tanh, as in " + run.resolve("model.safetensors")), err);
            assertTrue(err.contains("fix " + config), err);
        }
        assertFalse(err.contains("\tat "), err);
    }

    @Test
    void shouldSayThatAModelOfAnEarlierVersionDoesNotTellItsNetwork() {
        Path file = run.resolve("model.safetensors");
        TrainedPolicy trained = TrainedPolicy.load(run, null, Layer.ofCommandLine());
        assertEquals(List.of(), trained.warnings());
        CheckpointImage earlier = new CheckpointImage().begin().metadata("interval", "10");
        ParameterTensors.add(
                earlier, "", trained.config().tensors(), trained.model().parameters());
        CheckpointFile.write(file, earlier);

        assertEquals(ExitCode.OK, evaluate("evaluate"), hts.err::toString);

        assertTrue(hts.errors().contains("warning: " + file + " does not say what its network is"), hts.err::toString);
    }

    /** As a run under way does with every checkpoint but the newest few. */
    @ParameterizedTest
    @ValueSource(longs = {-1, 10})
    void shouldReadACheckpointThatIsDeletedWhileItIsRead(long interval) throws IOException {
        assumeTrue(!System.getProperty("os.name").startsWith("Windows"), "open files cannot be deleted");
        Files.delete(run.resolve("model.safetensors"));
        Path newest = checkpoints().get(0);
        float[] expected =
                TrainedPolicy.load(run, 10L, Layer.ofCommandLine()).model().parameters();

        TrainedPolicy trained = TrainedPolicy.load(run, interval < 0 ? null : interval, opened -> {
            assertEquals(newest, opened);
            assertTrue(opened.toFile().delete());
        });

        assertArrayEquals(expected, trained.model().parameters());
        assertEquals(10, trained.intervals());
        assertFalse(Files.exists(newest));
    }

    @Test
    void shouldRefuseACheckpointOfAnotherNetworkThanTheSettings() throws IOException {
        Files.delete(run.resolve("model.safetensors"));
        Path config = run.resolve("config.yaml");
        Files.writeString(config, Files.readString(config).replace("activation: tanh", "activation: relu"));

        assertEquals(ExitCode.MISTAKE, evaluate("evaluate"), hts.err::toString);
        assertTrue(
                hts.errors()
                        .contains("activation relu: it must be tanh, as in "
                                + checkpoints().get(0)),
                hts.err::toString);
    }
}
