package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.Training;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code hts resume} reads the run directory of a run that was stopped after eight of its twenty intervals. */
@Tag("slow")
class ResumeCommandTest {
    private static final TrainingRunner TRAINER = (config, attached) -> new Trainer(config, attached).run();
    /** Reported during the rollout after it: eight intervals are whole when the run stops. */
    private static final int STOP_AT = 6;

    @TempDir
    static Path shared;

    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();
    private Path whole;
    private Path run;

    private static int train(CommandLineFixture hts, TrainingRunner runner, Path to, String... more) {
        Stream<String> words = Stream.of(
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
                "--run-dir",
                to.toString());
        return hts.run(runner, Stream.concat(words, Stream.of(more)).toArray(String[]::new));
    }

    @BeforeAll
    static void trainTwice() {
        CommandLineFixture hts = new CommandLineFixture();
        assertEquals(ExitCode.OK, train(hts, TRAINER, shared.resolve("whole")), hts.err::toString);
        Path stopped = shared.resolve("stopped");
        assertEquals(ExitCode.OK, train(hts, RecordedRuns.stoppingAt(STOP_AT), stopped), hts.err::toString);
    }

    @BeforeEach
    void copyBoth() throws IOException {
        whole = RecordedRuns.copy(shared.resolve("whole"), parent.resolve("whole"));
        run = RecordedRuns.copy(shared.resolve("stopped"), parent.resolve("stopped"));
    }

    private int resume(String... more) {
        return hts.run(
                TRAINER,
                Stream.concat(Stream.of("resume", run.toString()), Stream.of(more))
                        .toArray(String[]::new));
    }

    /** The run's own files are not the program's: it has no place for lines of evaluations. */
    @Test
    void shouldLeaveCheckpointsThatAProgramResumes() throws Exception {
        Path evaluated = parent.resolve("evaluated");
        assertEquals(
                ExitCode.OK,
                train(hts, RecordedRuns.stoppingAt(STOP_AT), evaluated, "--eval-every", "2"),
                hts.err::toString);

        TrainingResult resumed =
                Training.resume(evaluated.resolve("checkpoints")).run().result().orElseThrow();

        assertTrue(Files.readString(whole.resolve("summary.json")).contains(resumed.digest()));
    }

    private void assertRefused(int code, String... words) {
        assertEquals(ExitCode.MISTAKE, code);
        for (String word : words) {
            assertTrue(hts.errors().contains(word), hts.err::toString);
        }
        assertFalse(hts.errors().contains("\tat "), "a user's mistake needs no stack trace");
    }

    private List<Path> checkpoints() {
        return RunFolders.checkpoints(run).list();
    }

    @Test
    void shouldEndInTheFilesOfTheUninterruptedRun() throws IOException {
        assertEquals(ExitCode.OK, resume("--executors", "2", "--actor-batch", "3"), hts.err::toString);

        for (String file : List.of("digests.jsonl", "episodes.csv", "config.yaml")) {
            assertEquals(Files.readString(whole.resolve(file)), Files.readString(run.resolve(file)), file);
        }
        assertEquals(
                RunReader.open(whole).summary().orElseThrow().get("digest"),
                RunReader.open(run).summary().orElseThrow().get("digest"));
        assertTrue(hts.out.toString().contains("resumes   interval-0000000000"), hts.out::toString);
    }

    /** Recorded spaces are those that the network sees: nothing is selected from them a second time. */
    @ParameterizedTest
    @ValueSource(strings = {"CartPole-v1 --observe 0,2", "ConnectFour-v0 --opponents latest --opponent-every 2"})
    void shouldExtendARunWhoseNetworkSeesLessThanTheEnvironment(String flags) {
        String line = "train --algo a2c --num-envs 4 --sync-interval 8 --hidden-sizes 8 --no-anneal-lr --quiet --env "
                + flags;
        for (String steps : List.of("320", "640")) {
            String arguments = line + " --total-timesteps " + steps + " --run-dir " + parent.resolve(steps);
            assertEquals(ExitCode.OK, hts.run(TRAINER, arguments.split(" ")), hts.err::toString);
        }
        run = parent.resolve("320");

        assertEquals(ExitCode.OK, resume("--total-timesteps", "640"), hts.err::toString);
        assertEquals(
                RunReader.open(parent.resolve("640")).summary().orElseThrow().get("digest"),
                RunReader.open(run).summary().orElseThrow().get("digest"));
    }

    @Test
    void shouldSayInTheManifestThatItWasResumed() {
        resume("--quiet");

        JsonNode part = RunReader.open(run).manifest().get("resumed").get(0);
        assertEquals(8, part.get("interval").asLong());
        assertTrue(part.get("checkpoints").asText().startsWith("exact"), part::toString);
        assertEquals("resume", part.get("command_line").get(0).asText());
    }

    @Test
    void shouldGoOnFromAnOlderCheckpointWhenAsked() throws IOException {
        assertEquals(ExitCode.OK, resume("--checkpoint", "4"), hts.err::toString);
        assertEquals(Files.readString(whole.resolve("digests.jsonl")), Files.readString(run.resolve("digests.jsonl")));
    }

    @Test
    void shouldRefuseOtherTimestepsFromAnOlderCheckpointThanThatOfTheEndUnlessAsked() throws IOException {
        run = whole;
        Files.delete(checkpoints().get(0));

        assertRefused(
                resume("--total-timesteps", "1280"),
                "must hold the checkpoint of its end, after 20 intervals, to resume with other timesteps, and its newest is "
                        + "of 18",
                "give --checkpoint 18");
        assertEquals(ExitCode.OK, resume("--total-timesteps", "1280", "--checkpoint", "18"), hts.err::toString);
    }

    @Test
    void shouldTellHowToGoOnAfterAStop() {
        train(hts, RecordedRuns.stoppingAt(STOP_AT), parent.resolve("again"));
        assertTrue(hts.out.toString().contains("resume    hts resume " + parent.resolve("again")), hts.out::toString);
    }

    @Test
    void shouldRefuseADamagedCheckpointAndOfferTheOneBefore() throws IOException {
        Path newest = checkpoints().get(0);
        byte[] bytes = Files.readAllBytes(newest);
        bytes[bytes.length / 2] ^= 1;
        Files.write(newest, bytes);

        assertRefused(
                resume(),
                newest.getFileName() + " is damaged: its checksum is",
                "the one before it is whole: hts resume " + run + " --checkpoint 6");
        assertEquals(ExitCode.OK, resume("--checkpoint", "6"), hts.err::toString);
    }

    @Test
    void shouldSayWhenNoCheckpointIsWhole() throws IOException {
        for (Path file : checkpoints()) {
            Files.write(file, new byte[5]);
        }
        assertRefused(resume(), "is cut off: it has 5 bytes", "no older one is whole: start again with 'hts train");
    }

    @Test
    void shouldRefuseACheckpointOfAnotherConfiguration() throws IOException {
        Path other = parent.resolve("other");
        assertEquals(ExitCode.OK, train(hts, TRAINER, other, "--learning-rate", "0.5", "--gamma", "0.5"));
        Files.copy(
                RunFolders.checkpoints(other).file(20),
                RunFolders.checkpoints(run).file(20));

        assertRefused(
                resume(),
                "learning-rate",
                "must be 0.5, as when checkpoint interval-000000000020.safetensors",
                "gamma");
    }

    @Test
    void shouldRefuseARunWithoutCheckpoints() {
        Path bare = parent.resolve("bare");
        assertEquals(ExitCode.OK, train(hts, RecordedRuns.stoppingAt(STOP_AT), bare), hts.err::toString);
        for (Path file : RunFolders.checkpoints(bare).list()) {
            assertTrue(file.toFile().delete());
        }
        assertRefused(
                hts.run(TRAINER, "resume", bare.toString()),
                "must hold a checkpoint, and was stopped without one: the one of its stop was not written, or is gone",
                "start again with 'hts train --config " + bare.resolve("config.yaml"));
    }

    @Test
    void shouldRefuseARunThatHasEnded() {
        assertRefused(hts.run(TRAINER, "resume", whole.toString()), "is already finished");
    }

    @Test
    void shouldRefuseCheckpointsThatAreNotThere() {
        assertRefused(
                resume("--checkpoint", "5"),
                "--checkpoint 5: it must name one of the run's checkpoints",
                "give one of 8, 6, 4");
    }

    @Test
    void shouldRefuseSettingsThatDecideBits() {
        assertRefused(resume("--seed", "7"), "--seed: it is not a flag of hts resume");
    }

    @Test
    void shouldRefuseWhatIsNoRun() {
        assertRefused(hts.run(TRAINER, "resume", parent.toString()), "must name a run directory");
        assertRefused(hts.run(TRAINER, "resume"), "RUN");
    }

    /** The disk goes away after four intervals: one message, exit code 1, and the run goes on from before. */
    @Test
    void shouldEndWhenACheckpointCannotBeWritten() throws IOException {
        Path broken = parent.resolve("broken");
        Path checkpoints = RunFolders.checkpoints(broken).folder();
        Path aside = parent.resolve("aside");
        hts.err.getBuffer().setLength(0);
        int code = train(
                hts,
                (config, attached) -> TRAINER.run(config, attached.with(new TrainingListener() {
                    @Override
                    public void onInterval(IntervalReport report) {
                        if (report.interval() == 4) { // between two checkpoints
                            awaitIdleWriter();
                            replaceByAFile(checkpoints, aside);
                        }
                    }
                })),
                broken);

        assertEquals(ExitCode.FAILED, code);
        assertEquals(1, hts.err.toString().split("error:", -1).length - 1, hts.err::toString);
        assertTrue(hts.errors().contains("cannot write checkpoint " + checkpoints), hts.err::toString);
        assertFalse(hts.errors().contains("\tat "), hts.err::toString);
        assertTrue(RunReader.open(broken)
                .summary()
                .orElseThrow()
                .path("error")
                .path("message")
                .asText()
                .contains("cannot write checkpoint"));

        Files.delete(checkpoints);
        Files.move(aside, checkpoints);
        assertEquals(ExitCode.OK, hts.run(TRAINER, "resume", broken.toString()), hts.err::toString);
        assertEquals(
                Files.readString(whole.resolve("digests.jsonl")), Files.readString(broken.resolve("digests.jsonl")));
    }

    /** The next checkpoint needs a swap, which waits for the learner's thread: for the caller of this. */
    private static void awaitIdleWriter() {
        while (Thread.getAllStackTraces().keySet().stream() // the former run's may still be there
                .filter(thread -> thread.getName().equals("checkpoint-writer"))
                .anyMatch(thread -> thread.isAlive() && thread.getState() != Thread.State.WAITING)) {
            Thread.onSpinWait();
        }
    }

    private static void replaceByAFile(Path folder, Path aside) {
        try {
            Files.move(folder, aside);
            Files.createFile(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldRefuseARunThatIsStillGoing() {
        int[] inner = new int[1];
        CommandLineFixture second = new CommandLineFixture();
        hts.run(
                (config, attached) -> {
                    inner[0] = second.run(TRAINER, "resume", run.toString());
                    return TRAINER.run(config, attached);
                },
                "resume",
                run.toString(),
                "--quiet");

        assertEquals(ExitCode.MISTAKE, inner[0]);
        assertTrue(second.err.toString().contains("must not be in use"), second.err::toString);
        assertEquals(
                RunReader.open(whole).summary().orElseThrow().get("digest"),
                RunReader.open(run).summary().orElseThrow().get("digest"),
                "and it did no harm");
    }
}
