package io.htsrl.trainer.cli;

import io.htsrl.core.ConfigurationException;
import io.htsrl.core.Violations.Violation;
import java.io.PrintWriter;
import java.util.List;

/** How failures are told on stderr. Stateless, any thread. */
final class Errors {

    private Errors() {
    }

    /** The user's mistakes, all of them; no stack trace. */
    static void printMistakes(PrintWriter err, ConfigurationException mistakes) {
        printMistakes(err, "train", mistakes);
    }

    /** The user's mistakes with {@code command}. */
    static void printMistakes(PrintWriter err, String command, ConfigurationException mistakes) {
        List<Violation> list = mistakes.violations();
        err.println(list.size() == 1 ? "error: nothing was run, since one setting is wrong:"
                : "error: nothing was run, since " + list.size() + " settings are wrong:");
        for (Violation v : list) {
            boolean noValue = v.value() == null || v.value().toString().isEmpty();
            err.println("  " + v.setting() + (noValue ? "" : " " + v.value()) + ": it " + v.rule() + "; " + v.remedy());
        }
        err.println("'hts " + command + " --help' explains every setting.");
        err.flush();
    }

    /** One clear line, for what lies outside hts-rl. */
    static void printPlain(PrintWriter err, String message) {
        err.println("error: " + message);
        err.flush();
    }

    /** One line, for what need not be wrong. */
    static void printWarning(PrintWriter err, String message) {
        err.println("warning: " + message);
        err.flush();
    }

    /** A failure inside a run: whose, why, and where. */
    static void printFailure(PrintWriter err, String message, Throwable cause) {
        err.println("error: " + message);
        if (cause != null) {
            cause.printStackTrace(err);
        }
        err.flush();
    }
}
