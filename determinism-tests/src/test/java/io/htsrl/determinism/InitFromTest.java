package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.ParameterTensors;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.Hts;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code hts train --init-from} begins runs with what another one has learnt in five intervals. */
@Tag("slow")
class InitFromTest {
    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    @BeforeEach
    void learn() {
        assertEquals(ExitCode.OK, train("learnt", "--checkpoint-every 2"), hts.err::toString);
        hts.out.getBuffer().setLength(0);
    }

    private Path folder(String name) {
        return parent.resolve(name);
    }

    private int train(String name, String more) {
        return train(RecordedRuns.TRAINER, name, more);
    }

    private int train(TrainingRunner runner, String name, String more) {
        String common = more.contains("--config")
                ? ""
                : (more.contains("--algo") ? "" : "--algo a2c ")
                        + (more.contains("--env ") ? "" : "--env CartPole-v1 ")
                        + (more.contains("--hidden-sizes") || more.contains("--network") ? "" : "--hidden-sizes 8 ")
                        + "--num-envs 4 --sync-interval 8 --total-timesteps 160 ";
        return hts.run(
                runner,
                ("train " + common + more.replace("RUN", folder("learnt").toString()) + " --run-dir " + folder(name))
                        .split(" +"));
    }

    /** Reads those of the run's end, or of its checkpoint after {@code interval} intervals. */
    private float[] parameters(String run, Long interval) {
        Path file = interval == null
                ? folder(run).resolve("model.safetensors")
                : RunFolders.checkpoints(folder(run)).file(interval);
        RunConfig sameNetwork = Hts.configure(
                "--config", folder("learnt").resolve("config.yaml").toString());
        try (CheckpointFile there = CheckpointFile.open(file)) {
            return ParameterTensors.read(there, "", sameNetwork.tensors());
        }
    }

    private List<String> digests(String run) throws IOException {
        return Files.readAllLines(folder(run).resolve("digests.jsonl"));
    }

    private String parameterDigest(String run) {
        return RunReader.open(folder(run))
                .summary()
                .orElseThrow()
                .get("parameter_digest")
                .asText();
    }

    private void assertRefused(int code, String... words) {
        assertEquals(ExitCode.MISTAKE, code, hts.err::toString);
        for (String word : words) {
            assertTrue(hts.err.toString().contains(word), hts.err::toString);
        }
        assertFalse(hts.err.toString().contains("\tat "), "a user's mistake needs no stack trace");
        assertFalse(Files.exists(folder("new")), "nothing was run");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--schedule hts", "--schedule sync", "--algo ppo --num-minibatches 2"})
    void shouldBeginWithWhatAnotherRunHasLearnt(String more) throws IOException {
        assertEquals(ExitCode.OK, train("plain", more), hts.err::toString);
        assertEquals(
                ExitCode.OK,
                train("new", "--init-from RUN --checkpoint-every 1 --checkpoint-keep 9 " + more),
                hts.err::toString);

        if (!more.contains("sync")) { // after whose first interval it has learnt already
            assertArrayEquals(parameters("learnt", null), parameters("new", 1L));
        }
        assertNotEquals(digests("plain").get(0), digests("new").get(0), "the first digest holds its parameters");
        String digest = parameterDigest("learnt");
        Path model = folder("learnt").resolve("model.safetensors");
        assertTrue(
                hts.out.toString().contains("begins    from " + model + " (parameters " + digest + ")"),
                hts.out::toString);
        assertEquals(
                model.toString(),
                RunReader.open(folder("new"))
                        .manifest()
                        .at("/initial_parameters/file")
                        .asText());
        assertEquals(
                digest,
                RunReader.open(folder("new"))
                        .manifest()
                        .at("/initial_parameters/digest")
                        .asText());
        assertEquals(digest, RunReader.open(folder("new")).settings().get("init-digest"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--schedule hts", "--schedule serial", "--schedule sync"})
    void shouldBeItselfWhenItBeginsWithWhatItWouldDraw(String schedule) throws IOException {
        assertEquals(ExitCode.OK, train("plain", schedule), hts.err::toString);
        assertEquals(ExitCode.OK, train("drawn", "--checkpoint-every 1 --checkpoint-keep 9"), hts.err::toString);
        Path drawn = RunFolders.checkpoints(folder("drawn")).file(1);
        assertEquals(ExitCode.OK, train("new", schedule + " --init-from " + drawn), hts.err::toString);
        assertEquals(digests("plain"), digests("new"));
    }

    @Test
    void shouldBeginWithTheNewestCheckpointOfARunThatHasNotEnded() throws IOException {
        Files.delete(folder("learnt").resolve("model.safetensors"));
        assertEquals(
                ExitCode.OK,
                train("new", "--init-from RUN --checkpoint-every 1 --checkpoint-keep 9"),
                hts.err::toString);
        assertArrayEquals(parameters("learnt", 5L), parameters("new", 1L));
    }

    @Test
    void shouldRefuseARunWhoseNewestCheckpointIsDamaged() throws IOException {
        Files.delete(folder("learnt").resolve("model.safetensors"));
        Files.write(RunFolders.checkpoints(folder("learnt")).file(5), new byte[] {1, 2, 3});
        assertRefused(
                train("new", "--init-from RUN"),
                "must have a newest checkpoint that is intact",
                "interval-000000000005.safetensors",
                "name the older checkpoint: "
                        + RunFolders.checkpoints(folder("learnt")).file(4));
    }

    @Test
    void shouldLearnWithAnotherAlgorithmOfTheSameHeadsAndWithoutABarrier() {
        assertEquals(ExitCode.OK, train("new", "--algo ppo --num-minibatches 2 --init-from RUN"), hts.err::toString);
        assertEquals(ExitCode.OK, train("async", "--schedule async --init-from RUN"), hts.err::toString);
        assertEquals(
                parameterDigest("learnt"),
                RunReader.open(folder("async")).settings().get("init-digest"));
    }

    @Test
    void shouldGoOnWithoutTheFile() throws IOException {
        String settings = "--init-from RUN --checkpoint-every 2";
        assertEquals(ExitCode.OK, train("whole", settings), hts.err::toString);
        assertEquals(ExitCode.OK, train(RecordedRuns.stoppingAt(1), "stopped", settings), hts.err::toString);
        delete(folder("learnt"));

        assertEquals(
                ExitCode.OK,
                hts.run(RecordedRuns.TRAINER, "resume", folder("stopped").toString()),
                hts.err::toString);
        assertEquals(digests("whole"), digests("stopped"));
        assertEquals(
                ExitCode.OK, hts.run("evaluate", folder("stopped").toString(), "--episodes", "1"), hts.err::toString);
        assertEquals(
                ExitCode.OK,
                hts.run(RecordedRuns.TRAINER, "resume", folder("stopped").toString(), "--total-timesteps", "320"),
                hts.err::toString);
        assertEquals(parametersSaid("whole"), parametersSaid("stopped"));
    }

    private Map.Entry<String, String> parametersSaid(String run) {
        Map<String, String> settings = RunReader.open(folder(run)).settings();
        return Map.entry(settings.get("init-from"), settings.get("init-digest"));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    @Test
    void shouldBeMadeAgainByItsConfigurationFromTheSameParametersOnly() throws IOException {
        train("first", "--init-from RUN");
        Path config = folder("first").resolve("config.yaml");
        assertEquals(ExitCode.OK, train("again", "--config " + config), hts.err::toString);
        assertEquals(digests("first"), digests("again"));

        Path model = folder("learnt").resolve("model.safetensors");
        train("other", "--seed 2");
        Files.copy(
                folder("other").resolve("model.safetensors"), model, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        hts.err.getBuffer().setLength(0);
        assertRefused(
                train("new", "--config " + config),
                "init-from (in " + config + ") " + model + ": it must hold "
                        + "the parameters of digest "
                        + RunReader.open(folder("first")).settings().get("init-digest")
                        + ", and holds those of " + parameterDigest("other"));
        assertEquals(ExitCode.OK, train("meant", "--config " + config + " --init-from " + model), hts.err::toString);
    }

    @Test
    void shouldBeComparedByParametersNotByPaths() throws IOException {
        Path copy = Files.copy(folder("learnt").resolve("model.safetensors"), parent.resolve("copy.safetensors"));
        train("a", "--init-from RUN");
        train("b", "--init-from " + copy);
        train("c", "--init-from " + RunFolders.checkpoints(folder("learnt")).file(4));
        train("plain", "");

        hts.out.getBuffer().setLength(0);
        assertEquals(ExitCode.OK, diff("a", "b"), hts.out::toString);
        assertEquals(ExitCode.NOT_COMPARABLE, diff("a", "c"), hts.out::toString);
        assertTrue(hts.out.toString().contains("these settings decide bits: init-digest\n"), hts.out::toString);
        assertEquals(ExitCode.NOT_COMPARABLE, diff("a", "plain"), hts.out::toString);
    }

    private int diff(String a, String b) {
        return hts.run("diff", folder(a).toString(), folder(b).toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--hidden-sizes 9 | its hidden-sizes: [8], this run's: [9]",
                "--activation relu | its activation: tanh, this run's: relu",
                "--shared-torso | its shared-torso: false, this run's: true",
                "--algo dqn --learning-starts 64 | its heads: actor_critic, this run's: ",
                "--env Acrobot-v1 | its observations: float32[4], this run's: float32[6]",
                "--env Acrobot-v1 | its actions: discrete 2, this run's: discrete 3",
                "--frame-stack 2 | its frame-stack: 1, this run's: 2"
            })
    void shouldRefuseParametersOfAnotherNetwork(String flags, String difference) {
        assertRefused(
                train("new", "--init-from RUN " + flags),
                "--init-from " + folder("learnt").resolve("model.safetensors") + ": it must be of an equal network",
                difference);
    }

    @Test
    void shouldRefuseWhatHoldsNoParameters() throws IOException {
        assertRefused(
                train("new", "--init-from " + folder("nothing")),
                "--init-from " + folder("nothing"),
                "No such file or directory");
        Path empty = Files.createDirectory(folder("empty"));
        assertRefused(train("new", "--init-from " + empty), "must hold parameters, and has neither model.safetensors");
        Path text = Files.writeString(folder("text"), "not parameters, but longer than a header");
        assertRefused(train("new", "--init-from " + text), "is damaged or no checkpoint at all");
        assertRefused(train("new", "--init-digest abc"), "--init-digest abc: it is for --init-from only");
    }

    @Test
    void shouldRefuseDamagedParameters() throws IOException {
        Path model = folder("learnt").resolve("model.safetensors");
        byte[] bytes = Files.readAllBytes(model);
        bytes[bytes.length - 3] ^= 1;
        Files.write(model, bytes);
        assertRefused(train("new", "--init-from RUN"), model + " is damaged: its checksum is");
    }

    @Test
    void shouldRefuseToBeginAnewWhatGoesOn() {
        assertRefused(
                hts.run(
                        RecordedRuns.TRAINER,
                        "resume",
                        folder("learnt").toString(),
                        "--init-from",
                        folder("learnt").toString()),
                "--init-from: it is not a flag of hts resume");
    }
}
