package io.htsrl.trainer.cli;

import io.htsrl.core.RunControl;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a run at the user's wish, whole if possible. The first Ctrl-C asks for a stop at the next swap and gives the
 * run ten seconds; a second one, or those seconds over, aborts it; a third ends the process. SIGINT is handled before
 * the JVM begins to shut down, because native libraries are torn down by then; other signals (SIGTERM, SIGHUP) come
 * in through a shutdown hook, which holds the shutdown until the summary is written. Any thread may call.
 */
final class Interruption implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 10;
    private static final long ABORT_SECONDS = 7; // longer than WorkerThreads waits for a thread that hangs

    private final RunControl control;
    private final PrintWriter err;
    private final Runnable halt;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::shutDown, "shutdown");
    private Runnable restoreSignal = () -> { };
    private int interrupts;

    Interruption(RunControl control, PrintWriter err) {
        this(control, err, () -> Runtime.getRuntime().halt(ExitCode.INTERRUPTED));
    }

    /**
     * Registers nothing yet.
     *
     * @param halt ends the process at once
     */
    Interruption(RunControl control, PrintWriter err, Runnable halt) {
        this.control = control;
        this.err = err;
        this.halt = halt;
    }

    /** Listens to the system's signals until {@link #close}. */
    Interruption install() {
        Runtime.getRuntime().addShutdownHook(hook);
        restoreSignal = Signals.onInterrupt(this::interrupt);
        return this;
    }

    /** One Ctrl-C. */
    synchronized void interrupt() {
        interrupts++;
        if (interrupts == 1) {
            say("stopping at the end of this interval; Ctrl-C again to abort");
            control.requestStop();
            startWatch(PATIENCE_SECONDS, this::giveUp);
        } else if (interrupts == 2) {
            giveUp();
        } else {
            halt.run();
        }
    }

    /** Whether there was a Ctrl-C. */
    synchronized boolean happened() {
        return interrupts > 0;
    }

    private void giveUp() {
        say("aborting");
        control.abort();
        startWatch(ABORT_SECONDS, halt);
    }

    private void startWatch(long seconds, Runnable otherwise) {
        Thread watch = new Thread(() -> {
            if (!awaitEnd(seconds)) {
                otherwise.run();
            }
        }, "interrupt-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private void shutDown() {
        control.requestStop();
        if (!awaitEnd(PATIENCE_SECONDS)) {
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
        restoreSignal.run();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the hook is running: it has just been told
        }
    }
}
