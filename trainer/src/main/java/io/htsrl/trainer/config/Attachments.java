package io.htsrl.trainer.config;

import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;

/**
 * The parts attached to a run that decide no bits: listeners, controls, checkpoints, exchanged parts. Immutable; a
 * control and a timeline belong to one run.
 *
 * @param listener is called for episodes and intervals
 * @param observer receives banks and parameters
 * @param control ends the run early
 * @param perturbation disturbs the timing of every role
 * @param components exchanges parts of the pipeline
 * @param checkpoints when checkpoints are taken, and the one to begin from
 * @param timeline records the threads' activities
 * @param patience how long all threads of the run may wait for each other before it fails; zero for no limit
 * @param rollouts where they are collected
 */
@RecordBuilder
public record Attachments(
        TrainingListener listener,
        IntervalObserver observer,
        RunControl control,
        Perturbation perturbation,
        Components components,
        CheckpointPlan checkpoints,
        Timeline timeline,
        Duration patience,
        RolloutSource rollouts) {
    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(30);

    /** Returns attachments with nothing but a new control. */
    public static Attachments none() {
        return new Attachments(
                TrainingListener.NONE,
                IntervalObserver.NONE,
                new RunControl(),
                Perturbation.NONE,
                Components.STANDARD,
                CheckpointPlan.NONE,
                Timeline.off(),
                DEFAULT_PATIENCE,
                RolloutSource.HERE);
    }

    /** Adds a listener, which is called after those that are there. */
    public Attachments with(TrainingListener added) {
        return AttachmentsBuilder.builder(this)
                .listener(TrainingListener.both(listener, added))
                .build();
    }

    /** Adds an observer, which is called after those that are there. */
    public Attachments with(IntervalObserver added) {
        return AttachmentsBuilder.builder(this)
                .observer(IntervalObserver.both(observer, added))
                .build();
    }

    public Attachments with(RunControl newControl) {
        return AttachmentsBuilder.builder(this).control(newControl).build();
    }

    public Attachments with(Perturbation newPerturbation) {
        return AttachmentsBuilder.builder(this).perturbation(newPerturbation).build();
    }

    public Attachments with(Components newComponents) {
        return AttachmentsBuilder.builder(this).components(newComponents).build();
    }

    public Attachments with(CheckpointPlan newCheckpoints) {
        return AttachmentsBuilder.builder(this).checkpoints(newCheckpoints).build();
    }

    public Attachments with(Timeline newTimeline) {
        return AttachmentsBuilder.builder(this).timeline(newTimeline).build();
    }

    public Attachments with(Duration newPatience) {
        return AttachmentsBuilder.builder(this).patience(newPatience).build();
    }

    public Attachments collectedBy(RolloutSource newRollouts) {
        return AttachmentsBuilder.builder(this).rollouts(newRollouts).build();
    }
}
