package io.htsrl.cli.signals;

import io.htsrl.cli.terminal.ExitCode;
import java.io.PrintWriter;
import java.util.function.IntConsumer;

/**
 * Ctrl-C and its relatives where no training is under way, as while the program starts: one line, then the end that the
 * JVM would have made without a word. {@link Interruption} and {@link Interrupts} take the signals over for their time.
 * Any thread.
 */
public final class SignalsWithoutRun {
    private final PrintWriter err;
    private final IntConsumer exit;

    private SignalsWithoutRun(PrintWriter err, IntConsumer exit) {
        this.err = err;
        this.exit = exit;
    }

    /**
     * Listens from now on.
     *
     * @param exit ends the process with this code, shutdown hooks first
     */
    public static void install(PrintWriter err, IntConsumer exit) {
        SignalsWithoutRun signals = new SignalsWithoutRun(err, exit);
        Signals.on("INT", () -> signals.end("Ctrl-C", ExitCode.INTERRUPTED));
        Signals.on("TERM", () -> signals.end("SIGTERM", ExitCode.TERMINATED));
        Signals.on("HUP", () -> signals.end("SIGHUP", ExitCode.HUNG_UP));
    }

    private void end(String signal, int code) {
        err.println();
        err.println("ended by " + signal + ": there is nothing to resume");
        err.flush();
        exit.accept(code);
    }
}
