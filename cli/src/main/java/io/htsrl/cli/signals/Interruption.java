package io.htsrl.cli.signals;

import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.run.RunControl;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Ends a run on signals. The first Ctrl-C, SIGTERM or SIGHUP requests a stop at the next swap, without a time limit:
 * the {@code Watchdog} ends a run that hangs. A second one aborts the run; a third ends the process. Signals are
 * handled before the JVM begins to shut down, since it unloads native libraries then. A shutdown without a signal, such
 * as an environment's {@code System.exit}, reaches a shutdown hook, which holds it for a limited time until the summary
 * is written. Any thread may call.
 */
public final class Interruption implements AutoCloseable {
    private static final long SHUTDOWN_SECONDS = 10;
    private static final long ABORT_SECONDS = 7; // longer than WorkerThreads waits for a thread that hangs

    static final String ABORTING = "aborting";
    static final String STOPPING =
            "stopping at the end of this interval: waiting for its steps, and for the update and evaluations under way";

    private final RunControl control;
    private final PrintWriter err;
    private final String stopping;
    private final IntConsumer halt;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::shutDown, "shutdown");
    private Runnable restoreSignals = () -> {};
    private int interrupts;
    private int code = ExitCode.INTERRUPTED;

    public Interruption(RunControl control, PrintWriter err) {
        this(control, err, STOPPING);
    }

    /** @param stopping what the first signal lets the process wait for, as text for the user */
    public Interruption(RunControl control, PrintWriter err, String stopping) {
        this(control, err, stopping, Runtime.getRuntime()::halt);
    }

    /**
     * Registers nothing yet.
     *
     * @param halt ends the process at once, with this code
     */
    Interruption(RunControl control, PrintWriter err, String stopping, IntConsumer halt) {
        this.control = control;
        this.err = err;
        this.stopping = stopping;
        this.halt = halt;
    }

    /** Listens to the system's signals until {@link #close}. */
    public Interruption install() {
        Runtime.getRuntime().addShutdownHook(hook);
        restoreSignals = Signals.onEnd(this::interrupt);
        return this;
    }

    /** Listens to the signals of {@code shared} until {@link #close}. */
    public Interruption install(SharedInterruption shared) {
        Runtime.getRuntime().addShutdownHook(hook);
        restoreSignals = shared.add(this);
        return this;
    }

    /** Returns the message for the user at the first signal. */
    static String stopping(int exitCode) {
        return stopping(STOPPING, exitCode);
    }

    private static String stopping(String what, int exitCode) {
        return what + "; " + (exitCode == ExitCode.INTERRUPTED ? "Ctrl-C again" : "another signal") + " to abort";
    }

    /** Handles one Ctrl-C. */
    void interrupt() {
        interrupt(ExitCode.INTERRUPTED);
    }

    /** Handles one signal, for which the process ends with {@code exitCode}. */
    synchronized void interrupt(int exitCode) {
        interrupts++;
        if (interrupts == 1) {
            code = exitCode;
            say(stopping(stopping, exitCode));
            control.requestStop();
        } else if (interrupts == 2) {
            giveUp();
        } else {
            halt.accept(code);
        }
    }

    /** Returns whether Ctrl-C, or another signal, came. */
    public synchronized boolean happened() {
        return interrupts > 0;
    }

    /** Returns {@code exitCode}, or that of the first signal where {@code exitCode} says that one came. */
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

    /** Lets a shutdown continue: the run has ended and its summary is written. */
    @Override
    public void close() {
        ended.countDown();
        restoreSignals.run();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the hook is running, and has been released above
        }
    }
}
