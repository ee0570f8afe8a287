package io.htsrl.cli.terminal;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations.Violation;
import java.io.PrintWriter;
import java.util.List;

/** How failures are told on stderr. Stateless, any thread. */
public final class Errors {

    private Errors() {}

    /** The user's mistakes, all of them; no stack trace. */
    public static void printMistakes(PrintWriter err, ConfigurationException mistakes) {
        printMistakes(err, "train", mistakes);
    }

    /** The user's mistakes with {@code command}. */
    public static void printMistakes(PrintWriter err, String command, ConfigurationException mistakes) {
        List<Violation> list = mistakes.violations();
        err.println(
                list.size() == 1
                        ? "error: nothing was run, since one setting is wrong:"
                        : "error: nothing was run, since " + list.size() + " settings are wrong:");
        for (Violation v : list) {
            boolean noValue = v.value() == null || v.value().toString().isEmpty();
            err.println("  " + v.setting() + (noValue ? "" : " " + v.value()) + ": it " + v.rule() + "; " + v.remedy());
        }
        err.println("'hts " + command + " --help' explains every setting.");
        err.flush();
    }

    /** One clear line, for what lies outside hts-rl. */
    public static void printPlain(PrintWriter err, String message) {
        err.println("error: " + message);
        err.flush();
    }

    /** One line, for what need not be wrong. */
    public static void printWarning(PrintWriter err, String message) {
        err.println("warning: " + message);
        err.flush();
    }

    /** That {@code who} found no memory left, or no room for a thread: what ran out decides the remedy. */
    public static String noMemory(String who, OutOfMemoryError e) {
        String reason = String.valueOf(e.getMessage());
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
        err.println("error: " + message);
        if (cause != null) {
            cause.printStackTrace(err);
        }
        err.flush();
    }
}
