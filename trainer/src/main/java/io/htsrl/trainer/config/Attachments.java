package io.htsrl.trainer.config;

import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.gauge.Onlooker;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.rollouts.RolloutSource;
import java.time.Duration;

/**
 * What is attached to a run without deciding its bits: who hears of it, who may end it, who disturbs it. Immutable; a
 * control belongs to one run.
 *
 * @param listener     hears of episodes and intervals
 * @param observer     looks at banks and parameters
 * @param control      ends the run early
 * @param perturbation disturbs the timing of every role
 * @param components   exchanges parts of the pipeline
 * @param checkpoints  when checkpoints are taken, and the one to begin from
 * @param timeline     keeps who did what when; belongs to one run too
 * @param patience     how long all threads of the run may wait for each other before it fails
 * @param onlooker     looks at it from outside while it goes
 * @param rollouts     where they are collected
 */
public record Attachments(
        TrainingListener listener,
        IntervalObserver observer,
        RunControl control,
        Perturbation perturbation,
        Components components,
        CheckpointPlan checkpoints,
        Timeline timeline,
        Duration patience,
        Onlooker onlooker,
        RolloutSource rollouts) {
    private static final Duration USUAL_PATIENCE = Duration.ofSeconds(30);

    /** Nothing but a control of its own. */
    public static Attachments none() {
        return new Attachments(
                TrainingListener.NONE,
                IntervalObserver.NONE,
                new RunControl(),
                Perturbation.NONE,
                Components.STANDARD,
                CheckpointPlan.NONE,
                Timeline.off(),
                USUAL_PATIENCE,
                Onlooker.NONE,
                RolloutSource.HERE);
    }

    public Attachments with(TrainingListener newListener) {
        return new Attachments(
                newListener,
                observer,
                control,
                perturbation,
                components,
                checkpoints,
                timeline,
                patience,
                onlooker,
                rollouts);
    }

    public Attachments with(IntervalObserver newObserver) {
        return new Attachments(
                listener,
                newObserver,
                control,
                perturbation,
                components,
                checkpoints,
                timeline,
                patience,
                onlooker,
                rollouts);
    }

    public Attachments with(RunControl newControl) {
        return new Attachments(
                listener,
                observer,
                newControl,
                perturbation,
                components,
                checkpoints,
                timeline,
                patience,
                onlooker,
                rollouts);
    }

    public Attachments with(Perturbation newPerturbation) {
        return new Attachments(
                listener,
                observer,
                control,
                newPerturbation,
                components,
                checkpoints,
                timeline,
                patience,
                onlooker,
                rollouts);
    }

    public Attachments with(Components newComponents) {
        return new Attachments(
                listener,
                observer,
                control,
                perturbation,
                newComponents,
                checkpoints,
                timeline,
                patience,
                onlooker,
                rollouts);
    }

    public Attachments with(CheckpointPlan newCheckpoints) {
        return new Attachments(
                listener,
                observer,
                control,
                perturbation,
                components,
                newCheckpoints,
                timeline,
                patience,
                onlooker,
                rollouts);
    }

    public Attachments with(Timeline newTimeline) {
        return new Attachments(
                listener,
                observer,
                control,
                perturbation,
                components,
                checkpoints,
                newTimeline,
                patience,
                onlooker,
                rollouts);
    }

    /** Zero lets them wait for ever. */
    public Attachments with(Duration newPatience) {
        return new Attachments(
                listener,
                observer,
                control,
                perturbation,
                components,
                checkpoints,
                timeline,
                newPatience,
                onlooker,
                rollouts);
    }

    public Attachments with(Onlooker newOnlooker) {
        return new Attachments(
                listener,
                observer,
                control,
                perturbation,
                components,
                checkpoints,
                timeline,
                patience,
                newOnlooker,
                rollouts);
    }

    public Attachments collectedBy(RolloutSource newRollouts) {
        return new Attachments(
                listener,
                observer,
                control,
                perturbation,
                components,
                checkpoints,
                timeline,
                patience,
                onlooker,
                newRollouts);
    }
}
