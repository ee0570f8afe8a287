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

/** How failures are told on stderr. Stateless, any thread. */
public final class ErrorOutput {
    private static final int LONGEST_LINE = 4000;

    private ErrorOutput() {}

    /** The user's mistakes with {@code command}, all of them, and where to read on; no stack trace. */
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

    /** The user's mistakes: one is the error's line, of several each has a line below it. */
    public static void printMistakes(PrintWriter err, ConfigurationException mistakes) {
        List<String> lines =
                mistakes.violations().stream().map(ErrorOutput::line).toList();
        if (lines.size() == 1) {
            err.println("error: " + lines.get(0));
        } else {
            err.println("error: " + lines.size() + " settings are wrong:");
            lines.forEach(line -> err.println("  " + line));
        }
    }

    private static String line(Violation v) {
        boolean noValue = v.value() == null || v.value().toString().isEmpty();
        return shown(v.setting() + (noValue ? "" : " " + v.value()) + ": it " + v.rule() + "; " + v.remedy());
    }

    /** One clear line, for what lies outside hts-rl. */
    public static void printPlain(PrintWriter err, String message) {
        err.println("error: " + shown(message));
    }

    /** One line, for what need not be wrong. */
    public static void printWarning(PrintWriter err, String message) {
        err.println("warning: " + shown(message));
    }

    /** What files say is in messages, too: nothing of it reaches the terminal as a control character. */
    private static String shown(String message) {
        return message.lines().map(line -> ShownText.of(line, LONGEST_LINE)).collect(Collectors.joining("\n"));
    }

    /** A stack's lines begin with tabs; messages are among them. */
    private static String shownWithTabs(String line) {
        return Stream.of(line.split("\t", -1)).map(ErrorOutput::shown).collect(Collectors.joining("\t"));
    }

    /** That {@code who} found no memory left, or no room for a thread: what ran out decides the remedy. */
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

    /** A failure inside a run: whose, why, and where. */
    public static void printFailure(PrintWriter err, String message, Throwable cause) {
        err.println("error: " + shown(String.valueOf(message)));
        if (cause != null && !saysNoMore(cause)) {
            StringWriter stack = new StringWriter();
            cause.printStackTrace(new PrintWriter(stack, true));
            stack.toString().lines().forEach(line -> err.println(shownWithTabs(line)));
        }
    }

    /** Whether there is nothing behind its message: another language's failures have no stack here. */
    private static boolean saysNoMore(Throwable cause) {
        return cause.getStackTrace().length == 0 && cause.getSuppressed().length == 0 && cause.getCause() == null;
    }
}
