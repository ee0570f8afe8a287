package io.htsrl.cli.signals;

import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.run.RunControl;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Ctrl-C and similar signals for several runs, at once or one after another: each {@link Interruption} among them gets
 * the signals received here, one that joins late also the earlier ones. The code that starts the runs keeps it open
 * from the first to the last, and checks before each whether it {@link #happened}. It prints each message once. Any
 * thread may call.
 */
public final class SharedInterruption implements AutoCloseable {
    private static final String BETWEEN = "stopping before the next run";

    private final PrintWriter err;
    private final Set<Interruption> members = new LinkedHashSet<>();
    private final List<Integer> exitCodes = new ArrayList<>();
    private Runnable restoreSignals = () -> {};

    /** Makes one that does not listen yet. */
    public SharedInterruption(PrintWriter err) {
        this.err = err;
    }

    /** Listens to the system's signals until {@link #close}. */
    public SharedInterruption install() {
        restoreSignals = Signals.onEnd(this::interrupt);
        return this;
    }

    /** Passes one signal to all that have joined. */
    synchronized void interrupt(int exitCode) {
        exitCodes.add(exitCode);
        if (exitCodes.size() <= 2) {
            err.println();
            err.println(
                    exitCodes.size() > 1
                            ? Interruption.ABORTING
                            : members.isEmpty() ? BETWEEN : Interruption.stopping(exitCode));
            err.flush();
        }
        List.copyOf(members).forEach(member -> member.interrupt(exitCode));
    }

    /** Returns the interruption of a run that begins, which leaves when the run closes it. */
    public Interruption join(RunControl control) {
        return new Interruption(control, new PrintWriter(PrintWriter.nullWriter())).install(this);
    }

    /** Adds a member; the returned action removes it. */
    synchronized Runnable add(Interruption member) {
        members.add(member);
        exitCodes.forEach(member::interrupt);
        return () -> remove(member);
    }

    private synchronized void remove(Interruption member) {
        members.remove(member);
    }

    /** Returns whether Ctrl-C, or another signal, came. */
    public synchronized boolean happened() {
        return !exitCodes.isEmpty();
    }

    /** Returns the exit code for the first signal; that of Ctrl-C where none came. */
    public synchronized int code() {
        return exitCodes.isEmpty() ? ExitCode.INTERRUPTED : exitCodes.get(0);
    }

    /** Restores the former handling of the signals. */
    @Override
    public void close() {
        restoreSignals.run();
    }
}
