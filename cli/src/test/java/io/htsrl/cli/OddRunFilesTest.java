package io.htsrl.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pipes where files of runs belong, and paths that are none, give one message each, and no hang. */
class OddRunFilesTest {
    private static final Duration LONG = Duration.ofMinutes(30);
    private static final TrainingRunner TRAINER = (config, attached) -> new Trainer(config, attached).run();

    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    private Path stoppedRun() {
        Path run = parent.resolve("run");
        int code = hts.run(
                RecordedRuns.stoppingAt(4),
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
                "640",
                "--hidden-sizes",
                "8",
                "--checkpoint-every",
                "2",
                "--eval-every",
                "2",
                "--eval-episodes",
                "1",
                "--run-dir",
                run.toString(),
                "--quiet");
        assertEquals(ExitCode.OK, code, hts.err::toString);
        return run;
    }

    private static void makePipe(Path file) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "needs mkfifo");
        Files.deleteIfExists(file);
        Process mkfifo = new ProcessBuilder("/usr/bin/mkfifo", file.toString()).start();
        assertTrue(mkfifo.waitFor(30, TimeUnit.SECONDS));
        assertEquals(0, mkfifo.exitValue());
    }

    @ParameterizedTest
    @CsvSource({
        "resume, config.yaml",
        "resume, manifest.json",
        "resume, summary.json",
        "resume, digests.jsonl",
        "resume, episodes.csv",
        "resume, metrics.jsonl",
        "resume, evaluations.csv",
        "evaluate, config.yaml",
        "evaluate, model.safetensors"
    })
    void shouldRefuseAPipeInARunDirectory(String command, String name) throws Exception {
        Path run = stoppedRun();
        makePipe(run.resolve(name));

        int code = assertTimeoutPreemptively(LONG, () -> hts.run(TRAINER, command, run.toString()));

        assertEquals(ExitCode.MISTAKE, code, hts.err::toString);
        assertTrue(hts.errors().contains(name), hts.err::toString);
        assertTrue(hts.errors().contains("no regular file"), hts.err::toString);
        assertFalse(hts.errors().contains("\tat "), hts.err::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pipe", "device"})
    void shouldRefuseASweepWhoseJournalIsNoFile(String kind) throws Exception {
        Path sweep = Files.createDirectory(parent.resolve("sweep"));
        Path journal = sweep.resolve("journal.jsonl");
        if (kind.equals("pipe")) {
            makePipe(journal);
        } else {
            Files.createSymbolicLink(journal, Path.of("/dev/zero"));
        }

        int code = assertTimeoutPreemptively(LONG, () -> hts.run("sweep", "--out", sweep.toString()));
        assertEquals(ExitCode.MISTAKE, code, hts.err::toString);
        assertTrue(hts.errors().contains("journal.jsonl"), hts.err::toString);
        code = assertTimeoutPreemptively(
                LONG,
                () -> hts.run(
                        "sweep", "--algos", "ppo", "--env", "CartPole-v1", "--seeds", "1", "--out", sweep.toString()));
        assertEquals(ExitCode.MISTAKE, code, hts.err::toString);
        assertTrue(hts.errors().contains("it is no regular file"), hts.err::toString);
    }

    @Test
    void shouldPassAPipeAmongTheCheckpoints() throws Exception {
        Path run = stoppedRun();
        makePipe(run.resolve("checkpoints/interval-000000000099.safetensors"));

        assertEquals(
                ExitCode.OK,
                assertTimeoutPreemptively(LONG, () -> hts.run(TRAINER, "resume", run.toString())),
                hts.err::toString);
    }

    /** What a stranger's archive may have: nothing outside of the folder is written. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                ".model.safetensors.draft",
                ".summary.json.draft",
                "metrics.jsonl",
                "episodes.csv",
                "digests.jsonl"
            })
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need rights there")
    void shouldWriteToNoFileThatALinkInARunDirectoryNames(String name) throws IOException {
        Path run = stoppedRun();
        Path outside = parent.resolve("outside");
        Path link = run.resolve(name);
        if (Files.exists(link)) {
            Files.move(link, outside);
        } else {
            Files.writeString(outside, "mine");
        }
        byte[] before = Files.readAllBytes(outside);
        Files.createSymbolicLink(link, outside);

        int code = hts.run(TRAINER, "resume", run.toString());

        assertEquals(name.startsWith(".") ? ExitCode.OK : ExitCode.MISTAKE, code, hts.err::toString);
        assertArrayEquals(before, Files.readAllBytes(outside));
        assertFalse(hts.errors().contains("\tat "), hts.err::toString);
    }

    private void assertOneMessage(int code) {
        String err = hts.err.toString();
        assertEquals(ExitCode.MISTAKE, code, err);
        assertFalse(err.contains("\tat "), err);
        assertFalse(err.contains("Exception"), err);
        assertFalse(err.contains("\0"), err);
        assertTrue(err.contains("must be a path"), err);
    }

    @Test
    void shouldRefuseARunDirectoryWithANulInItsName() throws IOException {
        Path config =
                Files.writeString(parent.resolve("nul.yaml"), "algo: ppo\nenv: CartPole-v1\nrun-dir: \"a\\0b\"\n");

        assertOneMessage(hts.run("train", "--config", config.toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"resume", "evaluate", "play"})
    void shouldRefuseARunWithANulInItsName(String command) {
        assertOneMessage(hts.run(command, "a\0b"));
    }
}
