package io.htsrl.cli.train;

import io.htsrl.cli.signals.Interruption;
import io.htsrl.cli.signals.SharedInterruption;
import io.htsrl.cli.terminal.Terminal;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.config.RunConfig;
import java.io.PrintWriter;

/**
 * What several runs share that go on at the same time: the user's Ctrl-C, and one table of how far each of them is. Any
 * thread.
 */
public final class RunsTogether implements AutoCloseable {
    private final SharedInterruption interruption;
    private final ProgressTable table;

    /**
     * Listens to signals from now on.
     *
     * @param out gets the table
     */
    public RunsTogether(PrintWriter out, PrintWriter err) {
        interruption = new SharedInterruption(err).install();
        table = new ProgressTable(
                out, Terminal.isInteractive() ? Terminal.columns() : ProgressTable.NO_TERMINAL, System::nanoTime);
    }

    /** The one of a run that begins. */
    Interruption interruption(RunControl control) {
        return new Interruption(control, new PrintWriter(PrintWriter.nullWriter())).install(interruption);
    }

    /** The row of a run. */
    Progress progress(String name, RunConfig config) {
        return table.row(name, config);
    }

    /** Prints a line; the table goes on below it. */
    public void println(String line) {
        table.println(line);
    }

    /** Whether the user has ended the runs, or wanted to. */
    public boolean interrupted() {
        return interruption.happened();
    }

    @Override
    public void close() {
        table.end();
        interruption.close();
    }
}
