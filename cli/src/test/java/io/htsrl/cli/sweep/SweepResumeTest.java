package io.htsrl.cli.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep that was ended in the middle of a run goes on in the middle of it; with the real trainer. */
class SweepResumeTest {
    private static final String RUN = "CartPole-v1__a2c__2";

    @TempDir
    Path parent;

    private CommandLineFixture hts;

    /** Ten intervals of each seed. */
    private int sweep(String name, TrainingRunner runner, String... more) {
        hts = new CommandLineFixture();
        List<String> words =
                new ArrayList<>(List.of(("sweep --env CartPole-v1 --algo a2c --seeds 1-3 --num-envs 4 --num-steps 8 "
                                + "--total-timesteps 320 --hidden-sizes 8 --sweep-dir " + parent.resolve(name))
                        .split(" ")));
        words.addAll(List.of(more));
        return hts.run(runner, words.toArray(String[]::new));
    }

    /** Stops seed 2 in its interval 6. */
    private static TrainingRunner stopping() {
        return (config, attached) -> {
            TrainingListener stop = new TrainingListener() {
                @Override
                public void onInterval(IntervalReport report) {
                    if (config.seed() == 2 && report.interval() == 6) {
                        attached.control().requestStop();
                    }
                }
            };
            return RecordedRuns.TRAINER.run(config, attached.with(stop));
        };
    }

    private Path run(String sweep) {
        return parent.resolve(sweep).resolve(RUN);
    }

    private String digest(String sweep) {
        return RunReader.open(run(sweep)).summary().orElseThrow().path("digest").asText();
    }

    @Test
    void shouldGoOnFromTheCheckpointOfTheRunThatWasCutOff() throws IOException {
        assertEquals(ExitCode.OK, sweep("whole", RecordedRuns.TRAINER, "--checkpoint-every", "3"), hts.err::toString);
        assertEquals(ExitCode.INTERRUPTED, sweep("cut", stopping(), "--checkpoint-every", "3"), hts.err::toString);
        assertFalse(Files.exists(parent.resolve("cut/CartPole-v1__a2c__3")));

        assertEquals(ExitCode.OK, sweep("cut", RecordedRuns.TRAINER, "--checkpoint-every", "3"), hts.err::toString);
        assertTrue(hts.out.toString().contains("a2c seed 2 resumes after "), hts.out::toString);
        assertTrue(hts.out.toString().contains("[1/3] a2c seed 1: done before"), hts.out::toString);
        assertEquals(digest("whole"), digest("cut"));
        assertEquals(
                Files.readString(run("whole").resolve("digests.jsonl")),
                Files.readString(run("cut").resolve("digests.jsonl")));
        assertEquals("", hts.err.toString());
        assertTrue(RunReader.open(run("cut")).manifest().toString().contains("resume"), "its manifest says so");
        try (Stream<Path> folders = Files.list(parent.resolve("cut"))) {
            assertEquals(
                    0,
                    folders.filter(name -> name.toString().contains("unfinished"))
                            .count());
        }
    }

    /** The folder alone names the sweep, in any of a flag's forms. */
    @Test
    void shouldContinueASweepWhoseWordsAreNotAscii() throws IOException {
        Path settings = Files.writeString(parent.resolve("gr\u00f6\u00dfe.yaml"), "gamma: 0.9\n");
        assertEquals(
                ExitCode.INTERRUPTED, sweep("cut", stopping(), "--config", settings.toString()), hts.err::toString);

        hts = new CommandLineFixture();
        int code = hts.run(
                RecordedRuns.TRAINER,
                "sweep",
                "--sweep_dir",
                parent.resolve("cut").toString());

        assertEquals(ExitCode.OK, code, hts.err::toString);
        assertTrue(hts.out.toString().contains("[1/3] a2c seed 1: done before"), hts.out::toString);
    }

    @Test
    void shouldBeginAgainWhereTheCheckpointsAreDamaged() throws IOException {
        sweep("cut", stopping(), "--checkpoint-every", "3");
        try (Stream<Path> files = Files.list(run("cut").resolve("checkpoints"))) {
            for (Path file : files.toList()) {
                byte[] bytes = Files.readAllBytes(file);
                bytes[bytes.length / 2] ^= 1;
                Files.write(file, bytes);
            }
        }
        assertEquals(ExitCode.OK, sweep("cut", RecordedRuns.TRAINER, "--checkpoint-every", "3"), hts.err::toString);
        assertTrue(hts.err.toString().startsWith("warning: a2c seed 2: "), hts.err::toString);
        assertTrue(hts.out.toString().contains("its files are now in"), hts.out::toString);

        sweep("whole", RecordedRuns.TRAINER, "--checkpoint-every", "3");
        assertEquals(digest("whole"), digest("cut"));
    }

    @Test
    void shouldBeginAgainWhereThereIsNoCheckpoint() throws IOException {
        sweep("cut", stopping(), "--schedule", "async");
        assertEquals(ExitCode.OK, sweep("cut", RecordedRuns.TRAINER, "--schedule", "async"), hts.err::toString);
        assertTrue(hts.out.toString().contains("its files are now in"), hts.out::toString);
    }
}
