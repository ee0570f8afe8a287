package io.htsrl.cli.signals;

import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.run.RunControl;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Ends a run at the user's wish, whole if possible. The first Ctrl-C, SIGTERM or SIGHUP asks for a stop at the next swap,
 * however long an interval and its update take: a run that does not move any more is ended by the {@code Watchdog}, not
 * here. A second one aborts the run; a third ends the process. Signals are handled before the JVM begins to shut down,
 * because native libraries are torn down by then. What shuts the JVM down without one, such as an environment that
 * calls {@code System.exit} and waits for it, comes in through a shutdown hook: that holds the shutdown until the summary
 * is written, but not for long. Any thread may call.
 */
public final class Interruption implements AutoCloseable {
    private static final long SHUTDOWN_SECONDS = 10;
    private static final long ABORT_SECONDS = 7; // longer than WorkerThreads waits for a thread that hangs

    static final String ABORTING = "aborting";

    private final RunControl control;
    private final PrintWriter err;
    private final IntConsumer halt;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::shutDown, "shutdown");
    private Runnable restoreSignals = () -> {};
    private int interrupts;
    private int code = ExitCode.INTERRUPTED;

    public Interruption(RunControl control, PrintWriter err) {
        this(control, err, Runtime.getRuntime()::halt);
    }

    /**
     * Registers nothing yet.
     *
     * @param halt ends the process at once, with this code
     */
    Interruption(RunControl control, PrintWriter err, IntConsumer halt) {
        this.control = control;
        this.err = err;
        this.halt = halt;
    }

    /** Listens to the system's signals until {@link #close}. */
    public Interruption install() {
        Runtime.getRuntime().addShutdownHook(hook);
        restoreSignals = Signals.onEnd(this::interrupt);
        return this;
    }

    /** Listens to what {@code shared} hears, until {@link #close}. */
    public Interruption install(SharedInterruption shared) {
        Runtime.getRuntime().addShutdownHook(hook);
        restoreSignals = shared.add(this);
        return this;
    }

    /** What the user is told at the first signal. */
    static String stopping(int exitCode) {
        return "stopping at the end of this interval: waiting for its steps, and for the update and evaluations under "
                + "way; " + (exitCode == ExitCode.INTERRUPTED ? "Ctrl-C again" : "another signal") + " to abort";
    }

    /** One Ctrl-C. */
    void interrupt() {
        interrupt(ExitCode.INTERRUPTED);
    }

    /** One signal, which the process answers with {@code exitCode}. */
    synchronized void interrupt(int exitCode) {
        interrupts++;
        if (interrupts == 1) {
            code = exitCode;
            say(stopping(exitCode));
            control.requestStop();
        } else if (interrupts == 2) {
            giveUp();
        } else {
            halt.accept(code);
        }
    }

    /** Whether there was a Ctrl-C, or another signal. */
    public synchronized boolean happened() {
        return interrupts > 0;
    }

    /** {@code exitCode}, or the first signal's where that says that there was one. */
    public synchronized int code(int exitCode) {
        return exitCode == ExitCode.INTERRUPTED ? code : exitCode;
    }

    private void giveUp() {
        say(ABORTING);
        control.abort();
        int first = code;
        Thread watch = new Thread(
                () -> {
                    if (!awaitEnd(ABORT_SECONDS)) {
                        halt.accept(first);
                    }
                },
                "interrupt-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private void shutDown() {
        control.requestStop();
        if (!awaitEnd(SHUTDOWN_SECONDS)) {
            control.abort();
            awaitEnd(ABORT_SECONDS);
        }
    }

    private boolean awaitEnd(long seconds) {
        try {
            return ended.await(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void say(String message) {
        err.println();
        err.println(message);
        err.flush();
    }

    /** The run is over and its summary is written: shutdown may go on. */
    @Override
    public void close() {
        ended.countDown();
        restoreSignals.run();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the hook is running: it has just been told
        }
    }
}
