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
 * The handle of a run in this process: it sends requests to the run's control, and reads from its attachments. Any
 * thread.
 */
public final class OwnRunHandle implements RunHandle {
    /** Spans kept per thread: those of the last few intervals, in a ring that fits a cache. */
    private static final int SPANS = 2048;

    private final RunControl control;
    private final boolean checkpoints;
    private final Consumer<String> user;
    private volatile boolean watched;
    private volatile boolean stopped;
    private volatile boolean keepsOpen;
    private volatile OpenPage page;
    private volatile IntervalReport newest;
    private volatile RunMetrics metrics;

    /**
     * Creates the handle of a run that has not begun.
     *
     * @param checkpoints whether the run can take checkpoints
     * @param user receives loggers' lines
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

    /** Returns whether a logger has requested the end. For the run. */
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

    /** Lets a page stay open after the run. The program then closes {@link #openPage}. */
    public OwnRunHandle keepingOpen() {
        keepsOpen = true;
        return this;
    }

    @Override
    public boolean keepOpen(OpenPage asked) {
        if (keepsOpen) {
            page = asked;
        }
        return keepsOpen;
    }

    /** Returns the page to keep open, if any. For the program, after the run. */
    public Optional<OpenPage> openPage() {
        return Optional.ofNullable(page);
    }

    /** Returns the run's attachments with what the watching loggers need; unchanged if none watches. For the run. */
    public Attachments attachedTo(Attachments run, boolean recordsSpans) {
        if (!watched) {
            return run;
        }
        Attachments watching = run.with(new TrainingListener() {
            @Override
            public void onStart(RunMetrics of) {
                of.prepareFrames();
                metrics = of;
            }

            @Override
            public void onInterval(IntervalReport report) {
                newest = report;
            }
        });
        return recordsSpans ? watching : watching.with(new Timeline(SPANS));
    }
}
