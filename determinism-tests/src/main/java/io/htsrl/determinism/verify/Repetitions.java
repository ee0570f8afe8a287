package io.htsrl.determinism.verify;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.IntervalObserver;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes one run of the matrix after another, each in its JVM. One thread; any thread may end {@code session}.
 *
 * @param components parts to verify in place of the pipeline's own; in this JVM alone
 * @param children makes the runs that need a child JVM; null where the matrix has none
 * @param session a stop or an abort ends the run in progress, and all that follow
 */
public record Repetitions(Components components, ChildRuns children, RunControl session) {

    /**
     * Makes one run.
     *
     * @param recording intervals to record; null for none
     * @throws RepetitionFailedException when it ended without a result
     * @throws RunAbortedException when the session was ended
     * @throws ConfigurationException when its environments are refused
     */
    public Chain run(PerturbedRun run, Recording recording) throws RepetitionFailedException, InterruptedException {
        try {
            Chain chain = run.jvm().isPresent() ? children.run(run, recording, session) : here(run, recording);
            checkSession();
            return chain;
        } catch (RepetitionFailedException e) {
            checkSession(); // then the failure is a consequence
            throw e;
        }
    }

    private void checkSession() {
        if (session.stopRequested() || session.aborted()) {
            throw RunAbortedException.INSTANCE;
        }
    }

    private Chain here(PerturbedRun run, Recording recording) throws RepetitionFailedException, InterruptedException {
        if (recording == null) {
            return here(run, run.intervals(), IntervalObserver.NONE);
        }
        long wanted = Math.min(run.intervals(), recording.last() + 1);
        try (RecordedInterval.Writer writer =
                new RecordedInterval.Writer(recording, run.config().intervals())) {
            return here(run, wanted, writer);
        } catch (IOException e) {
            throw new RepetitionFailedException("cannot write " + recording.file() + ": " + e.getMessage(), e);
        }
    }

    private Chain here(PerturbedRun run, long wanted, IntervalObserver observer)
            throws RepetitionFailedException, InterruptedException {
        RunControl control = new RunControl();
        Digests digests = new Digests(wanted, control);
        Attachments attachments = Attachments.none()
                .with(digests)
                .with(observer)
                .with(control)
                .with(run.perturbation())
                .with(components);
        try (RunControl.Link link = session.linkTo(control)) {
            TrainingResult result = run.resumeAfter() == PerturbedRun.NEVER
                    ? new Trainer(run.config(), attachments).run()
                    : new ResumedRun(run.config(), run.resumeAfter(), session).run(attachments);
            digests.end(result);
            return new Chain(digests.list, result.stepsPerSecond(), result.wallSeconds());
        } catch (TrainingFailedException e) {
            throw new RepetitionFailedException(e.getMessage(), e.getCause());
        } catch (ConfigurationException e) {
            throw e;
        } catch (IOException e) {
            throw new RepetitionFailedException("the run could not be continued: " + e.getMessage(), e);
        } catch (RuntimeException e) { // an environment's constructor, for example
            throw new RepetitionFailedException("the run could not be made: " + e, e);
        }
    }

    /** Collects a run's digests, and ends the run when they suffice. On the learner's thread. */
    private final class Digests implements TrainingListener {
        private final long wanted;
        private final RunControl control;
        private final List<String> list = new ArrayList<>();

        Digests(long wanted, RunControl control) {
            this.wanted = wanted;
            this.control = control;
        }

        @Override
        public void onInterval(IntervalReport report) {
            if (report.interval() < list.size()) { // a resumed run reports the intervals after its checkpoint again
                list.subList((int) report.interval(), list.size()).clear();
            }
            add(report.digest());
            if (list.size() == wanted || session.stopRequested()) {
                control.requestStop();
            }
        }

        /** Adds the learning after the last rollout, unless the run ended before that. */
        void end(TrainingResult result) {
            if (!result.stopped() && !result.digest().equals(list.get(list.size() - 1))) {
                add(result.digest());
            }
        }

        private void add(String digest) {
            if (list.size() < wanted) {
                list.add(digest);
            }
        }
    }

    /**
     * Choice of the intervals to record, and their file. Immutable.
     *
     * @param file file of the intervals' contents
     * @param last the last interval to keep; the run ends after it
     * @param maxBytes most bytes of the file: of a longer run the last intervals up to {@code last} are kept
     */
    public record Recording(Path file, long last, long maxBytes) {}

    /** Reports that a run of the matrix ended without a result; the message gives the reason, in words for the user. */
    public static final class RepetitionFailedException extends Exception {

        public RepetitionFailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * A run that is stopped before its end and resumed from the checkpoint of its stop, by two trainers after one
     * another. The listener receives the intervals around the stop twice. One thread, one run.
     *
     * @param stopAfter the interval whose report requests the stop
     * @param session whose abort ends the first part
     */
    private record ResumedRun(RunConfig config, long stopAfter, RunControl session) {
        private static final long NEVER = Long.MAX_VALUE; // but where the run is stopped, a checkpoint is taken

        /** Runs both parts; {@code attachments} are those of the second, and except the control those of the first. */
        TrainingResult run(Attachments attachments) throws TrainingFailedException, InterruptedException, IOException {
            Path folder = Files.createTempDirectory("hts-verify-");
            try {
                RunControl control = new RunControl();
                try (RunControl.Link link = session.linkTo(control)) {
                    new Trainer(config, firstPart(attachments, control).with(CheckpointPlan.of(folder, NEVER, 1, null)))
                            .run();
                }
                try (CheckpointFile checkpoint = new CheckpointFolder(folder, 1)
                        .newestIntact()
                        .intact()
                        .orElseThrow(() -> new IOException("the stopped run left no checkpoint in " + folder))) {
                    return new Trainer(config, attachments.with(CheckpointPlan.of(folder, NEVER, 1, checkpoint))).run();
                }
            } finally {
                RunFolders.release(folder);
            }
        }

        private Attachments firstPart(Attachments attachments, RunControl control) {
            return attachments.with(control).with(new TrainingListener() {
                @Override
                public void onInterval(IntervalReport report) {
                    if (report.interval() == stopAfter || session.stopRequested()) {
                        control.requestStop();
                    }
                }
            });
        }
    }
}
