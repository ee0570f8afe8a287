package io.htsrl.benchmarks.output;

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
 * A command that measures: it prints Markdown tables to standard output and draws a chart on request. Subclasses derive
 * their work from a fixed seed. One thread calls it; it may start more.
 */
public abstract class ExperimentCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--picture", description = "File for the chart, .png or .svg; none by default.")
    private Path picture;

    @Override
    public final Integer call() throws Exception {
        run();
        out().flush();
        return 0;
    }

    /** Measures, prints and draws the chart. */
    protected abstract void run() throws Exception;

    /** Ends the command with {@code message} unless {@code valid}, a condition of the options. */
    protected final void check(boolean valid, String message) {
        if (!valid) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Prints a line above the table. */
    protected final void heading(String format, Object... values) {
        out().printf(Locale.ROOT, format + "%n%n", values);
        out().flush();
    }

    protected final void print(Object text) {
        out().println(text);
        out().println();
        out().flush();
    }

    protected final void draw(ChartFile chart) throws IOException {
        if (picture != null) {
            chart.write(picture);
        }
    }
}
