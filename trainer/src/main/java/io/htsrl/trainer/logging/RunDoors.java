package io.htsrl.trainer.logging;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.gauge.RunGauges;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a logger looks at a run while it goes, and what it may ask of it. Whoever wants to look says so while it is opened:
 * of a run that nobody looks at nothing is kept. Any thread; the run never waits for who looks.
 */
public final class RunDoors {
    /** Spans that are kept of each thread: those of the last few intervals, in a ring that fits a cache. */
    private static final int SPANS = 2048;

    private final RunControl control;
    private final boolean checkpoints;
    private final Consumer<String> user;
    private volatile boolean watched;
    private volatile boolean stopped;
    private volatile IntervalReport newest;
    private volatile RunGauges gauges;

    /**
     * Of a run that has not begun.
     *
     * @param checkpoints whether it can take any
     * @param user        hears what a logger has to tell
     */
    public RunDoors(RunControl control, boolean checkpoints, Consumer<String> user) {
        this.control = control;
        this.checkpoints = checkpoints;
        this.user = user;
    }

    /** Of a run at which nobody can look, and which nobody hears. */
    public static RunDoors closed() {
        return new RunDoors(new RunControl(), false, text -> {});
    }

    /** Says that the run will be looked at. Before it begins. */
    public void watch() {
        watched = true;
    }

    /** Tells the user a line. */
    public void tell(String line) {
        user.accept(line);
    }

    /** The newest interval; empty before the first is complete. */
    public Optional<IntervalReport> newest() {
        return Optional.ofNullable(newest);
    }

    /** What its threads show; empty until they are there. */
    public Optional<RunGauges> gauges() {
        return Optional.ofNullable(gauges);
    }

    /** Asks for an end at the next swap. */
    public void stop() {
        stopped = true;
        control.requestStop();
    }

    /** For the run: whether a logger has asked for its end. */
    public boolean askedToStop() {
        return stopped;
    }

    /** Asks for a checkpoint at the next swap; false where the run can take none. */
    public boolean checkpoint() {
        if (checkpoints) {
            control.requestCheckpoint();
        }
        return checkpoints;
    }

    /** For the run: what is attached to it, with what those need who look. Unchanged where nobody does. */
    public Attachments attachedTo(Attachments run, boolean recordsSpans) {
        if (!watched) {
            return run;
        }
        Attachments watching = run.with(TrainingListener.both(run.listener(), new TrainingListener() {
                    @Override
                    public void onInterval(IntervalReport report) {
                        newest = report;
                    }
                }))
                .with(seen -> gauges = seen);
        return recordsSpans ? watching : watching.with(new Timeline(SPANS));
    }
}
