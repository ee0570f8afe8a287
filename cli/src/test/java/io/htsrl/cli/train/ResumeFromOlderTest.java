package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.checkpoints.RewrittenCheckpoint;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code hts resume RUN --checkpoint K} is killed at any step, with newer checkpoints there: the next plain
 * {@code resume} comes to the uninterrupted run's files.
 */
@Tag("slow")
class ResumeFromOlderTest {
    private static final TrainingRunner TRAINER = (config, attached) -> new Trainer(config, attached).run();
    private static final int OLDER = 12;

    /** Ends a run as a kill does: nothing is written afterwards. */
    private static final class Kill extends Error {}

    /** Where the run is killed, between what is done in turn. */
    enum Moment {
        /** What the checkpoint holds is in memory, newer ones are still there or not, the run's files are untouched. */
        BEFORE_THE_FILES_ARE_CUT,
        AFTER_THE_FILES_ARE_CUT,
        IN_THE_FIRST_INTERVAL
    }

    @TempDir
    Path parent;

    @TempDir
    static Path shared;

    private static Path whole;

    private final CommandLineFixture hts = new CommandLineFixture();
    private Path run;

    private static int train(CommandLineFixture hts, Path to, String... more) {
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
                "--checkpoint-keep",
                "9",
                "--run-dir",
                to.toString());
        return hts.run(TRAINER, Stream.concat(words, Stream.of(more)).toArray(String[]::new));
    }

    /** Trains a run of twenty intervals. */
    @BeforeAll
    static void train() {
        CommandLineFixture hts = new CommandLineFixture();
        whole = shared.resolve("whole");
        assertEquals(ExitCode.OK, train(hts, whole), hts.err::toString);
    }

    /** Makes a copy of the run, killed just before its end. */
    @BeforeEach
    void kill() throws IOException {
        run = RecordedRuns.copy(whole, parent.resolve("killed"));
        Files.delete(run.resolve("summary.json"));
        Files.delete(run.resolve("model.safetensors"));
        assertEquals(20, newest());
    }

    private List<Path> checkpoints() {
        return RunFolders.checkpoints(run).list();
    }

    private long newest() {
        return CheckpointFolder.interval(checkpoints().get(0));
    }

    private int resume(TrainingRunner runner, String... more) {
        return hts.run(
                runner,
                Stream.concat(Stream.of("resume", run.toString(), "--quiet"), Stream.of(more))
                        .toArray(String[]::new));
    }

    private void assertResumable() throws IOException {
        assertEquals(ExitCode.OK, resume(TRAINER), hts.err::toString);
        for (String file : List.of("digests.jsonl", "episodes.csv")) {
            assertEquals(Files.readString(whole.resolve(file)), Files.readString(run.resolve(file)), file);
        }
    }

    /** A session whose process dies at {@code moment}. */
    private static TrainingRunner killedAt(Moment moment) {
        return (config, attached) -> {
            if (moment == Moment.IN_THE_FIRST_INTERVAL) {
                return TRAINER.run(config, attached.with(aborting(attached)));
            }
            CheckpointPlan plan = attached.checkpoints();
            Map<String, Stateful> parts = new TreeMap<>(plan.parts());
            parts.replaceAll((name, part) -> killing(part, moment));
            return TRAINER.run(
                    config,
                    attached.with(new CheckpointPlan(
                            plan.folder(),
                            plan.every(),
                            plan.keep(),
                            plan.metadata(),
                            parts,
                            plan.files(),
                            plan.from(),
                            plan.atStop(),
                            plan.atEnd())));
        };
    }

    private static TrainingListener aborting(Attachments attached) {
        return new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                attached.control().abort();
            }
        };
    }

    private static Stateful killing(Stateful part, Moment moment) {
        return new Stateful() {
            @Override
            public void save(DataOutput out) throws IOException {
                part.save(out);
            }

            @Override
            public void restore(DataInput in) throws IOException {
                if (moment == Moment.AFTER_THE_FILES_ARE_CUT) {
                    part.restore(in);
                }
                throw new Kill();
            }
        };
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void shouldBeResumableAfterAKillAtAnyStep(Moment moment) throws IOException {
        assertNotEquals(ExitCode.OK, resume(killedAt(moment), "--checkpoint", String.valueOf(OLDER)));

        assertEquals(OLDER, newest(), "what no file on disk belongs to any more must not be resumed from");
        assertResumable();
    }

    /** Which of several deletions are on disk after a kill or a power cut is nobody's to say. */
    @Test
    void shouldBeResumableWhicheverNewerCheckpointsAKillHasLeft() throws IOException {
        Map<Path, byte[]> files = contents(run);
        long[] newer = {14, 16, 18, 20};
        for (int left = 0; left < 1 << newer.length; left++) {
            restore(files);
            int gone = left;
            LongStream.range(0, newer.length).filter(i -> (gone >> i & 1) == 0).forEach(i -> delete(newer[(int) i]));
            assertResumable();
        }
    }

    @Test
    void shouldLeaveNoNewerCheckpointThanThoseOfItsOwn() throws IOException {
        long[] shown = new long[1];
        TrainingRunner looking = (config, attached) -> TRAINER.run(config, attached.with(new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                shown[0] = Math.max(shown[0], report.interval() == OLDER ? newest() : 0);
            }
        }));
        assertEquals(ExitCode.OK, resume(looking, "--checkpoint", String.valueOf(OLDER)), hts.err::toString);

        assertTrue(shown[0] <= OLDER + 2, "checkpoint " + shown[0] + " was still there in interval " + OLDER);
        assertEquals(20, newest());
        assertArrayEquals(
                Files.readAllBytes(whole.resolve("digests.jsonl")), Files.readAllBytes(run.resolve("digests.jsonl")));
    }

    /** A checkpoint that is refused costs no other. */
    @Test
    void shouldDropNothingForACheckpointThatDoesNotFit() throws IOException {
        List<Path> before = checkpoints();
        TrainingRunner more = (config, attached) -> {
            CheckpointPlan plan = attached.checkpoints();
            Stateful never = killing(null, Moment.BEFORE_THE_FILES_ARE_CUT);
            return TRAINER.run(config, attached.with(plan.with("not in the file", never)));
        };
        assertNotEquals(ExitCode.OK, resume(more, "--checkpoint", String.valueOf(OLDER)));

        assertEquals(before, checkpoints());
        assertTrue(hts.errors().contains("state.not in the file"), hts.err::toString);
    }

    private void assertRefusedUntouched(String... words) throws IOException {
        Map<Path, byte[]> before = contents(run);
        hts.err.getBuffer().setLength(0);
        assertEquals(ExitCode.MISTAKE, resume(TRAINER));
        for (String word : words) {
            assertTrue(hts.errors().contains(word), hts.err::toString);
        }
        assertFalse(hts.errors().contains("\tat "), "a user's mistake needs no stack trace");
        assertUntouched(before);
        assertTrue(Files.notExists(run.resolve("summary.json")));
    }

    private static void assertUntouched(Map<Path, byte[]> before) {
        before.forEach((file, bytes) ->
                assertArrayEquals(bytes, assertDoesNotThrow(() -> Files.readAllBytes(file)), file::toString));
    }

    /** As where nodes do not join, a second signal ends the check of the environment, or a network computes wrongly. */
    @ParameterizedTest
    @ValueSource(classes = {ConfigurationException.class, TrainingFailedException.class, IllegalStateException.class})
    void shouldLeaveAFinishedRunAsItWasWhereItsResumptionFailsBeforeItBegins(Class<? extends Exception> kind)
            throws IOException {
        Path finished = RecordedRuns.copy(whole, parent.resolve("finished"));
        Map<Path, byte[]> before = contents(finished);
        TrainingRunner failing = (config, attached) -> {
            if (kind == ConfigurationException.class) {
                throw new ConfigurationException("--nodes", 2, "must have joined", "start them");
            } else if (kind == TrainingFailedException.class) {
                throw new TrainingFailedException("run", RunAbortedException.INSTANCE);
            }
            throw new IllegalStateException("the self-check found another gradient");
        };

        int code = hts.run(failing, "resume", finished.toString(), "--total-timesteps", "20000");

        assertNotEquals(ExitCode.OK, code);
        assertUntouched(before);
        assertEquals(
                kind == TrainingFailedException.class,
                hts.errors().contains("ended before it was resumed: " + finished + " is as it was"),
                hts.err::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "version,1",
        "bank,2",
        "environments,1",
        "clock,1",
        "stage,1",
        "recorder,1",
        "learner,1",
        "run-directory,1"
    })
    void shouldRefuseACheckpointOneOfWhosePartsHasAnotherLayout(String part, int layout) throws IOException {
        RewrittenCheckpoint.replace(
                checkpoints().get(0), "\"layout." + part + "\":\"" + layout + "\"", "\"layout." + part + "\":\"9\"");
        assertRefusedUntouched("interval-000000000020.safetensors is of another build: its part state." + part
                + " has layout 9, and this build reads layout " + layout
                + "; resume with the build that wrote it, or train again");
    }

    @Test
    void shouldRefuseACheckpointOfABuildWithoutLayouts() throws IOException {
        RewrittenCheckpoint.replace(checkpoints().get(0), "\"layout.", "\"former.");
        assertRefusedUntouched(
                "is of another build: its parts say no layouts, as this build's do; resume with the build");
    }

    private void delete(long interval) {
        try {
            Files.delete(RunFolders.checkpoints(run).file(interval));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<Path, byte[]> contents(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(Files::isRegularFile).forEach(files::add);
        }
        Map<Path, byte[]> contents = new TreeMap<>();
        for (Path file : files) {
            contents.put(file, Files.readAllBytes(file));
        }
        return contents;
    }

    private void restore(Map<Path, byte[]> files) throws IOException {
        for (Path file : contents(run).keySet()) {
            Files.delete(file);
        }
        for (Map.Entry<Path, byte[]> file : files.entrySet()) {
            Files.write(file.getKey(), file.getValue());
        }
    }
}
