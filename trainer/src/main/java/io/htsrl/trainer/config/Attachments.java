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
        Draft draft = new Draft(this);
        draft.listener = newListener;
        return draft.made();
    }

    public Attachments with(IntervalObserver newObserver) {
        Draft draft = new Draft(this);
        draft.observer = newObserver;
        return draft.made();
    }

    public Attachments with(RunControl newControl) {
        Draft draft = new Draft(this);
        draft.control = newControl;
        return draft.made();
    }

    public Attachments with(Perturbation newPerturbation) {
        Draft draft = new Draft(this);
        draft.perturbation = newPerturbation;
        return draft.made();
    }

    public Attachments with(Components newComponents) {
        Draft draft = new Draft(this);
        draft.components = newComponents;
        return draft.made();
    }

    public Attachments with(CheckpointPlan newCheckpoints) {
        Draft draft = new Draft(this);
        draft.checkpoints = newCheckpoints;
        return draft.made();
    }

    public Attachments with(Timeline newTimeline) {
        Draft draft = new Draft(this);
        draft.timeline = newTimeline;
        return draft.made();
    }

    /** Zero lets them wait for ever. */
    public Attachments with(Duration newPatience) {
        Draft draft = new Draft(this);
        draft.patience = newPatience;
        return draft.made();
    }

    public Attachments with(Onlooker newOnlooker) {
        Draft draft = new Draft(this);
        draft.onlooker = newOnlooker;
        return draft.made();
    }

    public Attachments collectedBy(RolloutSource newRollouts) {
        Draft draft = new Draft(this);
        draft.rollouts = newRollouts;
        return draft.made();
    }

    /** A copy that may still change. */
    private static final class Draft {
        private TrainingListener listener;
        private IntervalObserver observer;
        private RunControl control;
        private Perturbation perturbation;
        private Components components;
        private CheckpointPlan checkpoints;
        private Timeline timeline;
        private Duration patience;
        private Onlooker onlooker;
        private RolloutSource rollouts;

        Draft(Attachments of) {
            listener = of.listener;
            observer = of.observer;
            control = of.control;
            perturbation = of.perturbation;
            components = of.components;
            checkpoints = of.checkpoints;
            timeline = of.timeline;
            patience = of.patience;
            onlooker = of.onlooker;
            rollouts = of.rollouts;
        }

        Attachments made() {
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
                    rollouts);
        }
    }
}
