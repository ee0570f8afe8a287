package io.htsrl.cli.sweep;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Sweeps of the real trainer that count their intervals, and sweeps that end as a killed process would end them. */
final class CutSweeps {
    private final Path parent;
    private final AtomicLong intervals = new AtomicLong();
    private CommandLineFixture hts;
    private String failing = "no run";

    CutSweeps(Path parent) {
        this.parent = parent;
    }

    private static final class KilledError extends Error {
        private static final long serialVersionUID = 1;
    }

    /** Makes runs fail whose folder's name holds a text. */
    CutSweeps failing(String text) {
        failing = text;
        return this;
    }

    /** Runs a sweep whole, in a folder below the parent, and returns its exit code. */
    int run(String name, String env, String words) {
        intervals.set(0);
        return sweep(name, this::train, env, words);
    }

    private int sweep(String name, TrainingRunner runner, String env, String words) {
        hts = new CommandLineFixture();
        return hts.run(
                runner,
                ("sweep " + (env.isEmpty() ? "" : "--env " + env) + " --out " + parent.resolve(name) + " " + words)
                        .strip()
                        .split(" +"));
    }

    private TrainingResult train(RunConfig config, Attachments attached)
            throws TrainingFailedException, InterruptedException {
        return train(config, attached, Long.MAX_VALUE);
    }

    private TrainingResult train(RunConfig config, Attachments attached, long number)
            throws TrainingFailedException, InterruptedException {
        boolean fails = attached.checkpoints().folder().toString().contains(failing);
        TrainingListener counting = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (intervals.incrementAndGet() >= number || fails) {
                    throw new IllegalStateException("for the test");
                }
            }
        };
        return RecordedRuns.TRAINER.run(config, attached.with(counting));
    }

    /** Runs a sweep until it has trained so many intervals, and leaves its files as they are then. */
    void kill(String name, long number, String env, String words) throws IOException {
        intervals.set(0);
        try {
            sweep(
                    name,
                    (config, attached) -> {
                        if (intervals.get() >= number) {
                            throw new KilledError();
                        }
                        return train(config, attached, number);
                    },
                    env,
                    words);
        } catch (KilledError e) {
            // as wanted
        }
        leaveAsKilled(parent.resolve(name));
    }

    /** Removes what a killed process would not have written: the end of the run that was cut, and its result. */
    private static void leaveAsKilled(Path sweep) throws IOException {
        Path journal = sweep.resolve("journal.jsonl");
        Files.writeString(
                journal, Files.readString(journal).replaceAll("(?m)^.*\"failed\".*\n", "") + "{\"run\": \"Ca");
        try (Stream<Path> runs = Files.list(sweep)) {
            for (Path run :
                    runs.filter(run -> Files.exists(run.resolve("config.yaml"))).toList()) {
                if (RunReader.open(run).state() == RunReader.RunState.FAILED) {
                    Files.delete(run.resolve("summary.json"));
                }
            }
        }
    }

    long intervals() {
        return intervals.get();
    }

    String errors() {
        return hts.errors();
    }

    String out() {
        return hts.out.toString();
    }

    /** Returns {@code sweep.csv} without times. */
    String csv(String name) throws IOException {
        return Files.readString(parent.resolve(name).resolve("sweep.csv"))
                .replaceAll("(finished|failed),(\\d+),[^,]*,[^,]*,", "$1,$2,");
    }
}
