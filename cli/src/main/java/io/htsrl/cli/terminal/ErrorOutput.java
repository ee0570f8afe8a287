package io.htsrl.cli.terminal;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.error.Violations.Violation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** Prints failures on stderr. Stateless, any thread. */
public final class ErrorOutput {
    private static final int LONGEST_LINE = 4000;

    private ErrorOutput() {}

    /** Prints the user's mistakes with {@code command}, all of them, and where to read on; no stack trace. */
    public static void printMistakes(PrintWriter err, CommandSpec command, ConfigurationException mistakes) {
        printMistakes(err, mistakes);
        String help = "'" + command.qualifiedName() + " --help'";
        boolean named = mistakes.violations().stream().anyMatch(v -> v.remedy().contains(help));
        if (command.userObject() instanceof Runs) {
            err.println("Nothing was run" + (named ? "." : "; " + help + " explains every setting."));
        } else if (!named) {
            err.println(help + (command.subcommands().isEmpty() ? " shows how to use it." : " lists the commands."));
        }
    }

    /** Prints the user's mistakes, each with its remedy in the line below it. */
    public static void printMistakes(PrintWriter err, ConfigurationException mistakes) {
        List<Violation> all = mistakes.violations();
        if (all.size() > 1) {
            err.println("error: " + all.size() + " settings are wrong:");
        }
        for (Violation v : all) {
            boolean noValue = v.value() == null || v.value().toString().isEmpty();
            String mistake = v.setting() + (noValue ? "" : " " + v.value()) + ": it " + v.rule();
            err.println((all.size() > 1 ? "  " : "error: ") + shown(mistake));
            err.println("    " + shown(v.remedy()));
        }
    }

    /** Prints one line, for an error outside of hts-rl. */
    public static void printPlain(PrintWriter err, String message) {
        err.println("error: " + shown(message));
    }

    /** Prints one line, for a possible mistake. */
    public static void printWarning(PrintWriter err, String message) {
        err.println("warning: " + shown(message));
    }

    /** Escapes control characters, since messages quote files and must not control the terminal. */
    private static String shown(String message) {
        return message.lines().map(line -> ShownText.of(line, LONGEST_LINE)).collect(Collectors.joining("\n"));
    }

    /** Escapes a line of a stack trace: it begins with tabs, and may contain a message. */
    private static String shownWithTabs(String line) {
        return Stream.of(line.split("\t", -1)).map(ErrorOutput::shown).collect(Collectors.joining("\t"));
    }

    /**
     * Returns the message that {@code who} found no memory left, or no room for a thread: the remedy depends on which.
     */
    public static String noMemory(String who, OutOfMemoryError e) {
        String reason = e.getMessage() == null ? "it did not say which" : e.getMessage();
        if (reason.contains("native thread")) {
            return who + " could not start another thread (" + reason
                    + "); lower --executors or --actors, or raise the "
                    + "system's limit (ulimit -u, or that of the container)";
        }
        return who + " found no memory left (" + reason
                + "); give the JVM more with HTS_JAVA_OPTS=-Xmx4g, for example, "
                + "or lower --num-envs, --sync-interval, --hidden-sizes or --buffer-size";
    }

    /** Prints a failure inside a run: its role, its reason and its place. */
    public static void printFailure(PrintWriter err, String message, Throwable cause) {
        err.println("error: " + shown(String.valueOf(message)));
        if (cause != null && !saysNoMore(cause)) {
            StringWriter stack = new StringWriter();
            cause.printStackTrace(new PrintWriter(stack, true));
            stack.toString().lines().forEach(line -> err.println(shownWithTabs(line)));
        }
    }

    /** Returns whether the stack trace adds nothing to the message: failures of another language have no stack here. */
    private static boolean saysNoMore(Throwable cause) {
        return cause.getStackTrace().length == 0 && cause.getSuppressed().length == 0 && cause.getCause() == null;
    }
}
