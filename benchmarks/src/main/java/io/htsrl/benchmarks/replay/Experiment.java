package io.htsrl.benchmarks.replay;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * What every experiment of this package takes and gives: rounds of some length, a table on standard output, and a picture
 * if wanted. Its work follows from its seed. One thread, beside those that it starts.
 */
abstract class Experiment implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--rounds", description = "Rounds, of which medians are given; default ${DEFAULT-VALUE}.")
    private int rounds = 7;

    @Option(names = "--seconds", description = "Of each contender in each round; default ${DEFAULT-VALUE}.")
    private double seconds = 0.1;

    @Option(names = "--picture", description = "A file for the picture, .png or .svg; none by default.")
    private Path picture;

    /** For one whose rounds are of another length. */
    Experiment(double seconds) {
        this.seconds = seconds;
    }

    Experiment() {}

    @Override
    public final Integer call() throws Exception {
        check(rounds >= 1, "--rounds must be at least 1, not " + rounds);
        check(seconds > 0 && seconds <= 600, "--seconds must be above 0 and at most 600, not " + seconds);
        run();
        out().flush();
        return 0;
    }

    /** Measures, prints and draws. */
    abstract void run() throws Exception;

    final int rounds() {
        return rounds;
    }

    final double seconds() {
        return seconds;
    }

    /** What is wrong with what it was given ends it with one line. */
    final void check(boolean right, String message) {
        if (!right) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** What stands above the table. */
    final void heading(String format, Object... values) {
        out().printf(Locale.ROOT, format + "%n%n", values);
        out().flush();
    }

    final void print(Object text) {
        out().println(text);
        out().println();
        out().flush();
    }

    final void draw(Picture drawn) throws IOException {
        if (picture != null) {
            drawn.write(picture);
        }
    }
}
