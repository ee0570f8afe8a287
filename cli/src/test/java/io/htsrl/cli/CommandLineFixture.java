package io.htsrl.cli;

import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Runs {@code hts} in this JVM over a stand-in for the trainer, and keeps what it printed. */
public final class CommandLineFixture {
    public final StringWriter out = new StringWriter();
    public final StringWriter err = new StringWriter();
    public final AtomicReference<RunConfig> ran = new AtomicReference<>();

    /** Runs the arguments over a trainer that ends at once. */
    public int run(String... arguments) {
        return run(
                (config, attached) -> {
                    ran.set(config);
                    return result(false);
                },
                arguments);
    }

    public int run(TrainingRunner runner, String... arguments) {
        CommandLine commandLine = Hts.commandLine(withParameters(runner), arguments) // as the program makes it
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        return commandLine.execute(arguments);
    }

    /** Runs a line in which a flag's value may contain spaces. */
    public int runLine(TrainingRunner runner, String line) {
        return run(
                runner,
                Stream.of(line.split(" (?=--)"))
                        .flatMap(flag -> Stream.of(flag.split(" ", 2)))
                        .toArray(String[]::new));
    }

    /** A stand-in has no parameters, but those that a run keeps must fit its network. */
    private static TrainingRunner withParameters(TrainingRunner runner) {
        return (config, attached) -> {
            TrainingResult r = runner.run(config, attached);
            return r.parameters().length > 0
                    ? r
                    : new TrainingResult(
                            r.timesteps(),
                            r.wallSeconds(),
                            r.stepsPerSecond(),
                            r.secondHalfSps(),
                            r.episodes(),
                            r.meanReturn100(),
                            r.lagMin(),
                            r.lagMax(),
                            r.lagHistogram(),
                            r.digest(),
                            r.parameterDigest(),
                            new float[parameterCount(config)],
                            r.timeUse(),
                            r.stopped());
        };
    }

    private static int parameterCount(RunConfig config) {
        try (Environment environment = Environments.create(config.env(), config.envOptions())) {
            return config.policy(environment.spec()).parameterCount();
        }
    }

    /** Returns what was printed on stderr, with each remedy behind its mistake. */
    public String errors() {
        return err.toString().replace("\n    ", "; ");
    }

    /** Returns the lines of single mistakes, each with its remedy. */
    public List<String> mistakes() {
        return errors().lines()
                .filter(line -> line.contains(": it "))
                .map(line -> line.replaceFirst("^(error:|  )", "").strip())
                .toList();
    }

    /** The settings that the arguments, {@code train} first, resolve to. */
    public static ResolvedRun resolve(String... arguments) {
        return Hts.resolve(Arrays.copyOfRange(arguments, 1, arguments.length));
    }

    public static TrainingResult result(boolean stopped) {
        return new TrainingResult(
                4096,
                2,
                2048,
                4096,
                3,
                Double.NaN,
                1,
                1,
                Map.of(1, 3L),
                "feed",
                "beef",
                new float[0],
                timeUse(),
                stopped);
    }

    private static TimeUse timeUse() {
        TimeUse.Role executor = new TimeUse.Role(0.5, 1, 0.25, 2, 1);
        TimeUse.Role learner = new TimeUse.Role(1.5, 0.5, 0.001, 2, 1);
        return new TimeUse(
                new TreeMap<>(Map.of("executor", executor, "learner", learner)),
                2,
                new TreeMap<>(Map.of(1, 3L, 16, 1L)));
    }
}
