package io.htsrl.cli.signals;

import io.htsrl.cli.terminal.ExitCode;

/** Ctrl-C while a policy plays: the first one ends the playing whole, a second one the process. Any thread. */
public final class Interrupts implements AutoCloseable {
    private final Runnable halt;
    private final Runnable restoreSignal;
    private volatile boolean happened;

    public Interrupts() {
        this(() -> Runtime.getRuntime().halt(ExitCode.INTERRUPTED));
    }

    /** @param halt ends the process at once */
    Interrupts(Runnable halt) {
        this.halt = halt;
        this.restoreSignal = Signals.onInterrupt(this::interrupt);
    }

    /** One Ctrl-C. */
    synchronized void interrupt() {
        if (happened) {
            halt.run();
        }
        happened = true;
    }

    /** Whether there was a Ctrl-C. */
    public boolean happened() {
        return happened;
    }

    /** Ctrl-C is as before. */
    @Override
    public void close() {
        restoreSignal.run();
    }
}
