package io.htsrl.cli.signals;

import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.run.RunControl;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Ctrl-C and its relatives for several runs, at once or one after another: each {@link Interruption} among them gets what
 * is heard here, one that joins late what was heard before. Whoever starts the runs keeps it open from the first to the
 * last and asks before each whether it {@link #happened}. The user is told once. Any thread may call.
 */
public final class SharedInterruption implements AutoCloseable {
    private static final String BETWEEN = "stopping before the next run";

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
            err.println(
                    heard.size() > 1
                            ? Interruption.ABORTING
                            : members.isEmpty() ? BETWEEN : Interruption.stopping(exitCode));
            err.flush();
        }
        List.copyOf(members).forEach(member -> member.interrupt(exitCode));
    }

    /** The one of a run that begins, until that closes it. */
    public Interruption join(RunControl control) {
        return new Interruption(control, new PrintWriter(PrintWriter.nullWriter())).install(this);
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

    /** What the process answers the first signal with; that of Ctrl-C where there was none. */
    public synchronized int code() {
        return heard.isEmpty() ? ExitCode.INTERRUPTED : heard.get(0);
    }

    /** The system's signals are as before. */
    @Override
    public void close() {
        restoreSignals.run();
    }
}
