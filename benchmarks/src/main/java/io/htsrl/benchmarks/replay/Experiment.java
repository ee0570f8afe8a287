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
 * What every experiment of this package gives: a table on standard output, and a picture if wanted. Its work follows from its seed. One thread, beside those that it starts.
 */
abstract class Experiment implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--picture", description = "A file for the picture, .png or .svg; none by default.")
    private Path picture;

    @Override
    public final Integer call() throws Exception {
        run();
        out().flush();
        return 0;
    }

    /** Measures, prints and draws. */
    abstract void run() throws Exception;

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
