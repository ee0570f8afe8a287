package io.htsrl.determinism.commands;

import io.htsrl.cli.rundir.DigestReader;
import io.htsrl.cli.rundir.DigestReader.DigestLine;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.RunControl;
import io.htsrl.determinism.verify.Field;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares a run's digests with recorded ones, interval by interval, and stops the run at the first difference or after
 * the last interval to compare. After a difference it goes on to the next checkpoint, if one is near, for the field. On
 * the learner's thread; {@link #conclude} on the run's, afterwards.
 */
final class RecordedChain implements TrainingListener, AutoCloseable {
    private static final int PARTS = 10;

    private final RunReader run;
    private final DigestReader recorded;
    private final RecordedDifference files;
    private final long intervals;
    private final long reach; // intervals from one checkpoint to the next
    private final RunControl control;
    private final PrintWriter out;
    private DigestLine next;
    private DigestLine last; // the last recorded line that was equal
    private IntervalReport different;
    private final List<IntervalReport> unproved = new ArrayList<>(); // intervals behind it, up to the one that differs
    private long end; // the last interval to train, after a difference
    private long printed;

    /**
     * Reads the extent of the recorded chain.
     *
     * @param part of its intervals to compare, in (0, 1]
     * @throws ConfigurationException when the file is damaged or holds no interval
     */
    RecordedChain(RunReader run, RecordedDifference files, double part, RunControl control, PrintWriter out) {
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
        this.run = run;
        this.files = files;
        this.intervals = Math.max(1, (long) Math.ceil(part * all));
        this.reach = run.number("checkpoint-every", 0);
        this.recorded = run.digests();
        this.control = control;
        this.out = out;
        this.next = recorded.next();
    }

    @Override
    public void onInterval(IntervalReport report) {
        if (different == null && next != null && !next.closing() && report.interval() < intervals) {
            compare(report);
        }
        if (different != null && report.interval() >= end) {
            control.requestStop();
        }
    }

    private void compare(IntervalReport report) {
        unproved.add(report);
        if (report.interval() < next.interval()) {
            return; // thinning has left its line out: the next one proves it
        }
        if (!report.digest().equals(next.digest())) {
            different = report;
            end = files.next(report.interval(), reach);
            return;
        }
        unproved.clear();
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
        files.warnOfForeign(last == null ? 0 : last.interval() + 1);
        boolean closing = different == null && !result.stopped() && next != null && next.closing();
        if (closing && !next.digest().equals(result.digest())) {
            out.println("different: all intervals are equal, and the learning after the last one differs");
            printDigests(result.digest());
            run.summary()
                    .map(summary -> summary.path("parameter_digest").asText())
                    .ifPresent(digest ->
                            files.print(digest.equals(result.parameterDigest()) ? Field.LEARNER : Field.PARAMETER));
            return ExitCode.DIFFERENT;
        }
        if (different != null) {
            long first = unproved.get(0).interval();
            out.println(Numbers.text(
                    "different: %s is the first that differs (up to step %,d)",
                    first == different.interval()
                            ? Numbers.text("interval %,d", first)
                            : Numbers.text("one of the intervals %,d to %,d", first, different.interval()),
                    different.timesteps()));
            printDigests(different.digest());
            files.print(unproved);
            return ExitCode.DIFFERENT;
        }
        String equal = last == null
                ? "nothing was compared"
                : "equal: " + Numbers.count(last.interval() + 1, "interval")
                        + Numbers.text(", %,d steps, digest ", last.timesteps()) + (closing ? next : last).digest();
        out.println(equal + (interrupted ? " (interrupted)" : ""));
        return ExitCode.OK;
    }

    private void printDigests(String here) {
        out.println("  recorded  " + next.digest() + System.lineSeparator() + "  here      " + here);
    }

    @Override
    public void close() {
        recorded.close();
    }
}
