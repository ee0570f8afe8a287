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
public abstract class Experiment implements Callable<Integer> {
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
    protected abstract void run() throws Exception;

    /** What is wrong with what it was given ends it with one line. */
    protected final void check(boolean right, String message) {
        if (!right) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** What stands above the table. */
    protected final void heading(String format, Object... values) {
        out().printf(Locale.ROOT, format + "%n%n", values);
        out().flush();
    }

    protected final void print(Object text) {
        out().println(text);
        out().println();
        out().flush();
    }

    protected final void draw(Picture drawn) throws IOException {
        if (picture != null) {
            drawn.write(picture);
        }
    }
}
