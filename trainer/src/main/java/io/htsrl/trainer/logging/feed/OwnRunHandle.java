package io.htsrl.trainer.logging.feed;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.logging.RunHandle;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.RunMetrics;
import io.htsrl.trainer.report.TrainingListener;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Those of a run that this program makes: what is asked for goes to its control, what is seen comes by what is attached to
 * it. Any thread.
 */
public final class OwnRunHandle implements RunHandle {
    /** Spans that are kept of each thread: those of the last few intervals, in a ring that fits a cache. */
    private static final int SPANS = 2048;

    private final RunControl control;
    private final boolean checkpoints;
    private final Consumer<String> user;
    private volatile boolean watched;
    private volatile boolean stopped;
    private volatile IntervalReport newest;
    private volatile RunMetrics metrics;

    /**
     * Of a run that has not begun.
     *
     * @param checkpoints whether it can take any
     * @param user        hears what a logger has to tell
     */
    public OwnRunHandle(RunControl control, boolean checkpoints, Consumer<String> user) {
        this.control = control;
        this.checkpoints = checkpoints;
        this.user = user;
    }

    @Override
    public void watch() {
        watched = true;
    }

    @Override
    public void tell(String line) {
        user.accept(line);
    }

    @Override
    public Optional<IntervalReport> newest() {
        return Optional.ofNullable(newest);
    }

    @Override
    public Optional<RunMetrics> metrics() {
        return Optional.ofNullable(metrics);
    }

    @Override
    public void stop() {
        stopped = true;
        control.requestStop();
    }

    /** For the run: whether a logger has asked for its end. */
    public boolean askedToStop() {
        return stopped;
    }

    @Override
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
            public void onStart(RunMetrics of) {
                of.prepareFrames();
                metrics = of;
            }

            @Override
            public void onInterval(IntervalReport report) {
                newest = report;
            }
        }));
        return recordsSpans ? watching : watching.with(new Timeline(SPANS));
    }
}
