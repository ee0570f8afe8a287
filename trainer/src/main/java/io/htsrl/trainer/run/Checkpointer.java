package io.htsrl.trainer.run;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.checkpoints.CheckpointImage;
import io.htsrl.checkpoints.CheckpointWriter;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.core.time.Timeline;
import io.htsrl.executors.Replica;
import io.htsrl.storage.RolloutClock;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import java.util.function.Consumer;

/**
 * Takes a run's checkpoints. {@link #afterSwap} is called inside the swap, while all threads of the run wait. It copies
 * the state, and a separate thread writes it to the disk while the run continues. The swap waits for the disk only when
 * a checkpoint is due before the last one is written.
 */
final class Checkpointer implements AutoCloseable {
    private final CheckpointPlan plan;
    private final RunState state;
    private final RolloutClock rollout;
    private final CheckpointFolder folder;
    private final RunControl control; // fails the run when a checkpoint cannot be written
    private CheckpointWriter writer; // null until one is taken; swaps, and joining at the end, order it
    private final Timeline timeline; // gets a span for each
    private final CheckpointImage image = new CheckpointImage();
    private final Consumer<String> warn; // called once if a checkpoint cannot hold all of the run's state
    private final boolean resumable; // whether the environments can resume exactly, but for overlong episodes
    private final boolean overlaps;
    private boolean warned;
    private volatile boolean ending; // whether the checkpoint of the run's end is being written
    private CheckpointException unwritten; // that checkpoint's failure, if a swap met it; else null

    /**
     * Creates the folder if checkpoints are taken during the run.
     *
     * @throws io.htsrl.checkpoints.CheckpointException when the folder cannot be created
     */
    Checkpointer(Pipeline pipeline, RunState state) {
        Attachments attachments = pipeline.attachments();
        this.plan = attachments.checkpoints();
        this.state = state;
        this.rollout = pipeline.rollout();
        this.timeline = attachments.timeline();
        this.warn = attachments.listener()::onWarning;
        this.resumable = state.exact() || state.restoredCut();
        this.overlaps = pipeline.config().pipeline().schedule().overlaps();
        this.control = attachments.control();
        this.folder = new CheckpointFolder(plan.folder(), plan.keep());
        if (plan.every() > 0) {
            open(); // an unwritable folder is reported at the beginning
        }
    }

    private void open() {
        folder.prepare();
        writer = new CheckpointWriter(plan.files(), durable -> folder.prune(durable, control.keptBefore()), failure -> {
            if (!ending || !(failure instanceof CheckpointException)) { // a complete run reports it when closed
                control.fail("checkpoint-writer", failure);
            }
        });
    }

    /**
     * Resumes from the plan's checkpoint, if it has one. Newer checkpoints are deleted only after this one has been
     * read to its end, and before files that they refer to are cut. So a run that is killed at any moment can be
     * resumed from the newest checkpoint that remains. It is closed: Windows deletes no open file.
     *
     * @throws io.htsrl.checkpoints.CheckpointException when it holds the state of another run
     */
    static void resume(CheckpointPlan plan, RunState state, Consumer<String> warn) {
        if (plan.from() != null) {
            state.restore(plan.from());
            new CheckpointFolder(plan.folder(), plan.keep())
                    .dropNewer(plan.from().path());
            state.restoreAttached(plan.from());
            plan.from().close();
            if (state.restoredCut()) {
                warn.accept("the checkpoint was taken in an episode of more than " + Replica.MOST_LOGGED
                        + " numbers of actions, which is truncated there: this run's bits are not those of the "
                        + "uninterrupted one");
            }
        }
    }

    /** Takes a checkpoint if one is due; called after the banks have swapped and the clock has advanced. */
    void afterSwap() {
        if (due() && savable()) {
            try {
                if (writer == null) {
                    open();
                }
                take();
            } catch (CheckpointException e) {
                if (!complete()) {
                    throw e;
                }
                unwritten = e;
            }
        }
    }

    /**
     * Returns whether a checkpoint is due: when requested, at every interval of the plan, and where the run ends, if
     * the plan takes periodic ones or its rule for stops or ends applies.
     */
    private boolean due() {
        if (control.grantCheckpoint()) {
            return true;
        }
        if (plan.every() > 0) {
            return rollout.finished() || rollout.interval() % plan.every() == 0;
        }
        return rollout.finished()
                && switch (complete() ? plan.atEnd() : plan.atStop()) {
                    case NEVER -> false;
                    case EXACT -> complete() ? state.exact() : resumable;
                    case ANY -> true;
                };
    }

    /** Returns whether the run is at its planned or early end. */
    private boolean complete() {
        boolean planned = rollout.interval() >= rollout.intervals();
        return rollout.finished() && (planned || control.endReason() != null);
    }

    /**
     * Returns whether the state can be resumed. An episode that is too long to be kept is truncated in the bank at
     * resume, unless it is of several agents; a schedule that does not overlap has learnt from that bank already. The
     * user is warned once.
     */
    private boolean savable() {
        if (!resumable || state.exact()) {
            return true;
        }
        boolean truncates = overlaps && state.truncatable();
        if (!warned) {
            warned = true;
            String episode = " in an episode of more than " + Replica.MOST_LOGGED
                    + " numbers of actions, which is the most that is kept to replay it";
            warn.accept(
                    truncates
                            ? "a checkpoint was taken" + episode + "; 'hts resume' truncates such an episode there and "
                                    + "continues in other bits: give the environment a time limit"
                            : "no checkpoint is taken" + episode
                                    + (state.truncatable()
                                            ? ", since this schedule has learned from its last bank: give the "
                                                    + "environment a time limit, or choose --schedule hts"
                                            : ", since agents are only reset together: give the environment a time "
                                                    + "limit"));
        }
        return truncates;
    }

    private void take() {
        long begin = System.nanoTime();
        writer.awaitIdle(); // until then the writer owns the image
        ending = complete();
        image.begin();
        plan.metadata().forEach(image::metadata);
        image.metadata(CheckpointFile.INTERVAL, Long.toString(rollout.interval()));
        if (rollout.finished() && control.endReason() != null) {
            image.metadata(CheckpointPlan.END, control.endReason());
        }
        state.capture(image);
        writer.submit(image, folder.file(rollout.interval()));
        SpanRecorder spans = timeline.of("checkpoint"); // a separate row: any thread may be the one that swaps
        spans.interval(rollout.interval() - 1); // the interval that has just ended
        spans.add(Activity.CHECKPOINT, begin, System.nanoTime(), 0);
    }

    /**
     * Waits until the last checkpoint is on disk. Of a complete run it reports the failure to write that one.
     *
     * @throws io.htsrl.checkpoints.CheckpointException when it cannot be written
     */
    @Override
    public void close() {
        if (writer != null) {
            writer.close();
        }
        if (unwritten != null) {
            throw unwritten;
        }
    }
}
