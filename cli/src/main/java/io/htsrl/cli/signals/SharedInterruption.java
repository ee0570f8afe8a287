package io.htsrl.cli.signals;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Ctrl-C and its relatives for several runs at once: each {@link Interruption} among them gets what is heard here, one
 * that joins late what was heard before. The user is told once. Any thread may call.
 */
public final class SharedInterruption implements AutoCloseable {
    private final PrintWriter err;
    private final Set<Interruption> members = new LinkedHashSet<>();
    private final List<Integer> heard = new ArrayList<>();
    private Runnable restoreSignals = () -> {};

    /** Listens to nothing yet. */
    public SharedInterruption(PrintWriter err) {
        this.err = err;
    }

    /** Listens to the system's signals until {@link #close}. */
    public SharedInterruption install() {
        restoreSignals = Signals.onEnd(this::interrupt);
        return this;
    }

    /** One signal, for all that have joined. */
    synchronized void interrupt(int exitCode) {
        heard.add(exitCode);
        if (heard.size() <= 2) {
            err.println();
            err.println(heard.size() == 1 ? Interruption.stopping(exitCode) : Interruption.ABORTING);
            err.flush();
        }
        List.copyOf(members).forEach(member -> member.interrupt(exitCode));
    }

    /** Joins; what is returned leaves again. */
    synchronized Runnable add(Interruption member) {
        members.add(member);
        heard.forEach(member::interrupt);
        return () -> remove(member);
    }

    private synchronized void remove(Interruption member) {
        members.remove(member);
    }

    /** Whether there was a Ctrl-C, or another signal. */
    public synchronized boolean happened() {
        return !heard.isEmpty();
    }

    /** The system's signals are as before. */
    @Override
    public void close() {
        restoreSignals.run();
    }
}
