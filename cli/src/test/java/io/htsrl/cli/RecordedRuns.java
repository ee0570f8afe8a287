package io.htsrl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Records small runs of the real trainer through {@code hts train}, five intervals each, and damages them. */
public final class RecordedRuns {
    public static final int INTERVALS = 5;
    public static final TrainingRunner TRAINER = (config, attached) -> new Trainer(config, attached).run();

    private static final List<String> SETTINGS = List.of(
            "algo: a2c",
            "env: CartPole-v1",
            "num-envs: 4",
            "num-steps: 8",
            "total-timesteps: 160",
            "hidden-sizes: [8]",
            "learning-rate: 1e-3",
            "anneal-lr: true",
            "gamma: 0.99",
            "norm-adv: false");

    private final Path parent;

    public RecordedRuns(Path parent) {
        this.parent = parent;
    }

    public Path folder(String name) {
        return parent.resolve(name);
    }

    /** Another folder with the files of a run, which a test may damage; it is returned. */
    public static Path copy(Path run, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(run)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(run.relativize(file).toString()));
            }
        }
        return to;
    }

    /** A run of the common settings and {@code more}, words with spaces between. */
    public RunReader record(String name, String more) {
        return record(name, TRAINER, more);
    }

    public RunReader record(String name, TrainingRunner runner, String more) {
        return run(name, runner, ("train --config " + settings() + " " + more).strip());
    }

    private Path settings() {
        try {
            return Files.write(folder("settings.yaml"), SETTINGS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A run of these words alone. */
    public RunReader run(String name, TrainingRunner runner, String words) {
        CommandLineFixture hts = new CommandLineFixture();
        String[] arguments = Stream.concat(
                        Stream.of(words.split(" ")),
                        Stream.of("--run-dir", folder(name).toString()))
                .toArray(String[]::new);
        assertEquals(ExitCode.OK, hts.run(runner, arguments), hts.err::toString);
        return RunReader.open(folder(name));
    }

    /** A run that is asked to stop while it reports {@code interval}. */
    public RunReader recordStopped(String name, int interval) {
        return recordStopped(name, interval, "");
    }

    public RunReader recordStopped(String name, int interval, String more) {
        return record(name, stoppingAt(interval), more);
    }

    /** Returns a trainer that is asked to stop while it reports {@code interval}. */
    public static TrainingRunner stoppingAt(int interval) {
        return (config, attached) -> TRAINER.run(config, attached.with(new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.interval() == interval) {
                    attached.control().requestStop();
                }
            }
        }));
    }

    /** A run that claims the common settings, while its learning rate falls more slowly, as a defect would do. */
    public RunReader recordDeviating(String name) {
        return record(
                name,
                (config, attached) -> {
                    RunConfig longer = PlainRuns.of(
                            config.env(),
                            config.envOptions(),
                            config.stepTime(),
                            config.seed(),
                            2 * config.totalTimesteps(),
                            config.pipeline(),
                            config.network(),
                            config.algorithm());
                    return stoppingAt(INTERVALS - 2).run(longer, attached);
                },
                "");
    }

    /** Leaves a run as {@code kill -9} would: its first {@code lines} digests and a piece of the next, no summary. */
    public void kill(String name, int lines) throws IOException {
        Path digests = folder(name).resolve("digests.jsonl");
        List<String> all = Files.readAllLines(digests);
        StringBuilder left = new StringBuilder();
        all.subList(0, lines).forEach(line -> left.append(line).append('\n'));
        Files.writeString(digests, left + (lines < all.size() ? all.get(lines).substring(0, 20) : ""));
        Files.delete(folder(name).resolve("summary.json"));
    }
}
