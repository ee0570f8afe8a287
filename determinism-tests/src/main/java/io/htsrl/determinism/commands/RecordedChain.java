package io.htsrl.determinism.commands;

import io.htsrl.cli.rundir.DigestReader;
import io.htsrl.cli.rundir.DigestReader.DigestLine;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import java.io.PrintWriter;

/**
 * Compares a run's digests with recorded ones, interval by interval, and stops the run at the first difference or after
 * the last interval to compare. On the learner's thread; {@link #conclude} on the run's, afterwards.
 */
final class RecordedChain implements TrainingListener, AutoCloseable {
    private static final int PARTS = 10;

    private final DigestReader recorded;
    private final long intervals;
    private final RunControl control;
    private final PrintWriter out;
    private DigestLine next;
    private DigestLine last; // the last recorded line that was equal
    private IntervalReport different;
    private long printed;

    /**
     * Reads the extent of the recorded chain.
     *
     * @param part of its intervals to compare, in (0, 1]
     * @throws ConfigurationException when the file is damaged or holds no interval
     */
    RecordedChain(RunReader run, double part, RunControl control, PrintWriter out) {
        long all;
        try (DigestReader reader = run.digests()) {
            while (reader.next() != null) {
                // reads on for its extent
            }
            all = reader.extent().intervals();
        }
        if (all == 0) {
            throw new ConfigurationException(
                    "RUN",
                    run.folder(),
                    "must have recorded an interval, and its digests.jsonl holds none",
                    "wait until it has, or choose another run");
        }
        this.intervals = Math.max(1, (long) Math.ceil(part * all));
        this.recorded = run.digests();
        this.control = control;
        this.out = out;
        this.next = recorded.next();
    }

    @Override
    public void onInterval(IntervalReport report) {
        if (different != null || next == null || next.closing() || report.interval() >= intervals) {
            return;
        }
        if (report.interval() < next.interval()) {
            return; // thinning has left its line out: the next one proves it
        }
        if (!report.digest().equals(next.digest())) {
            different = report;
            control.requestStop();
            return;
        }
        last = next;
        next = recorded.next();
        long done = report.interval() + 1;
        if (done * PARTS / intervals > printed) {
            printed = done * PARTS / intervals;
            out.println(Numbers.text("%3d %%  equal after %,d steps", 100 * done / intervals, report.timesteps()));
            out.flush();
        }
        if (done >= intervals) {
            control.requestStop();
        }
    }

    /** Prints the outcome, and returns the exit code. */
    int conclude(TrainingResult result, boolean interrupted) {
        boolean closing = different == null && !result.stopped() && next != null && next.closing();
        if (closing && !next.digest().equals(result.digest())) {
            out.println("different: all intervals are equal, and the learning after the last one differs");
            out.println("  recorded  " + next.digest() + System.lineSeparator() + "  here      " + result.digest());
            return ExitCode.DIFFERENT;
        }
        if (different != null) {
            out.println(Numbers.text(
                    "different: %s is the first that differs (up to step %,d)",
                    last == null || last.interval() == different.interval() - 1
                            ? Numbers.text("interval %,d", different.interval())
                            : Numbers.text(
                                    "one of the intervals %,d to %,d", last.interval() + 1, different.interval()),
                    different.timesteps()));
            out.println("  recorded  " + next.digest() + System.lineSeparator() + "  here      " + different.digest());
            return ExitCode.DIFFERENT;
        }
        String equal = last == null
                ? "nothing was compared"
                : "equal: " + Numbers.count(last.interval() + 1, "interval")
                        + Numbers.text(", %,d steps, digest ", last.timesteps()) + (closing ? next : last).digest();
        out.println(equal + (interrupted ? " (interrupted)" : ""));
        return ExitCode.OK;
    }

    @Override
    public void close() {
        recorded.close();
    }
}
