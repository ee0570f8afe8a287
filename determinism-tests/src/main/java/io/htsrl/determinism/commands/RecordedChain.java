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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Compares a run's digests with recorded ones, interval by interval, from the run's first interval on, and stops the
 * run at the first difference or after the last interval to compare. Where thinning has left that one out, it stops at
 * the next recorded one. After a difference it goes on to the next checkpoint, if one is near, for the field. On the
 * learner's thread; {@link #conclude} and {@link #difference} on the run's, afterwards.
 */
final class RecordedChain implements TrainingListener {
    private static final int PARTS = 10;

    private final Supplier<DigestLine> recorded;
    private final Optional<RecordedDifference> files;
    private final long intervals;
    private final RunControl control;
    private final PrintWriter out;
    private DigestLine next;
    private DigestLine last; // the last recorded line that was equal
    private IntervalReport different;
    private final List<IntervalReport> unproved = new ArrayList<>(); // intervals behind it, up to the one that differs
    private long end; // the last interval to train, after a difference
    private long printed;
    private boolean done;

    /**
     * Begins with the first recorded line.
     *
     * @param recorded returns the recorded lines in order, then null; may leave some out
     * @param files the source of a difference's field; empty to omit it
     * @param intervals number of its intervals to compare, from 1
     */
    RecordedChain(
            Supplier<DigestLine> recorded,
            Optional<RecordedDifference> files,
            long intervals,
            RunControl control,
            PrintWriter out) {
        this.recorded = recorded;
        this.files = files;
        this.intervals = intervals;
        this.control = control;
        this.out = out;
        this.next = recorded.get();
    }

    /**
     * Returns the number of recorded intervals.
     *
     * @throws ConfigurationException when the file is damaged or holds no interval
     */
    static long extent(RunReader run) {
        long all;
        try (DigestReader reader = run.digests()) {
            all = reader.readRest().intervals();
        }
        if (all == 0) {
            throw new ConfigurationException(
                    "RUN",
                    run.folder(),
                    "must have recorded an interval, and its digests.jsonl holds none",
                    "wait until it has, or choose another run");
        }
        return all;
    }

    @Override
    public void onInterval(IntervalReport report) {
        if (last != null && report.interval() <= last.interval()) {
            return; // a fork's training reports the interval before the fork twice
        }
        while (next != null && !next.closing() && next.interval() < report.interval() && different == null) {
            next = recorded.get(); // of an interval before the checkpoint that the run begins from
        }
        if (different != null) {
            if (report.interval() >= end) {
                end();
            }
        } else if (!done && next != null && !next.closing()) {
            compare(report);
        } else if (!done && report.interval() + 1 >= intervals) {
            end(); // after an interval that the recorded run failed to learn from
        }
    }

    private void compare(IntervalReport report) {
        unproved.add(report);
        if (report.interval() < next.interval()) {
            return; // thinning has left its line out: the next one proves it
        }
        if (!report.digest().equals(next.digest())) {
            different = report;
            end = files.map(recordedFiles -> recordedFiles.next(report.interval()))
                    .orElse(report.interval());
            if (report.interval() >= end) {
                end();
            }
            return;
        }
        unproved.clear();
        last = next;
        next = recorded.get();
        long compared = report.interval() + 1;
        if (compared * PARTS / intervals > printed) {
            printed = compared * PARTS / intervals;
            long part = Math.min(100, 100 * compared / intervals); // a digest may lie behind the end
            out.println(Numbers.text("%3d %%  equal after %,d steps", part, report.timesteps()));
            out.flush();
        }
        if (compared >= intervals) {
            end();
        }
    }

    private void end() {
        done = true;
        control.requestStop();
    }

    /** Returns the first difference, in words; empty where none exists. */
    Optional<String> difference() {
        if (different == null) {
            return Optional.empty();
        }
        long first = unproved.get(0).interval();
        String where = first == different.interval()
                ? Numbers.text("interval %,d", first)
                : Numbers.text("one of the intervals %,d to %,d", first, different.interval());
        return Optional.of(Numbers.text(
                "different: %s is the first that differs (up to step %,d)%n  recorded  %s%n  here      %s",
                where, different.timesteps(), next.digest(), different.digest()));
    }

    /** Returns whether the digest of an interval was compared, or that of a later one, which covers it. */
    boolean proved(long interval) {
        return last != null && last.interval() >= interval;
    }

    /** Prints the outcome, and returns the exit code. */
    int conclude(TrainingResult result, boolean interrupted) {
        files.ifPresent(recordedFiles -> recordedFiles.warnOfForeign(last == null ? 0 : last.interval() + 1));
        boolean closing = different == null
                && !result.stopped()
                && next != null
                && next.closing()
                && next.timesteps() == result.timesteps(); // else the recorded run ended earlier
        if (closing && !next.digest().equals(result.digest())) {
            out.println("different: all intervals are equal, and the learning after the last one differs");
            out.println("  recorded  " + next.digest() + System.lineSeparator() + "  here      " + result.digest());
            files.ifPresent(recordedFiles -> recordedFiles.printLearning(result.parameterDigest()));
            return ExitCode.DIFFERENT;
        }
        if (different != null) {
            out.println(difference().orElseThrow());
            files.ifPresent(recordedFiles -> recordedFiles.print(unproved));
            return ExitCode.DIFFERENT;
        }
        String equal = last == null
                ? "nothing was compared"
                : "equal: " + Numbers.count(last.interval() + 1, "interval")
                        + Numbers.text(", %,d steps, digest ", last.timesteps()) + (closing ? next : last).digest();
        out.println(equal + (interrupted ? " (interrupted)" : ""));
        return ExitCode.OK;
    }
}
