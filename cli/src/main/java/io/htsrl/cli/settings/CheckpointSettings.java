package io.htsrl.cli.settings;

import io.htsrl.core.environment.SavedState;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.core.settings.Values;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;

/**
 * The user's choice of checkpoints. Immutable.
 *
 * @param every   intervals from one to the next; 0 for none except where the run is stopped
 * @param keep    number of checkpoints that are kept
 * @param inexact whether they are taken even if the environment cannot save its state
 */
@SettingGroup("Output")
public record CheckpointSettings(
        @Setting(
                flag = "checkpoint-every",
                defaultValue = "0",
                unit = "intervals",
                range = "[0, inf)",
                decidesBits = false,
                onResume = true,
                remedy = "give 100, for example, or 0 for none but at a stop",
                help = "Intervals from one checkpoint to the next, and one at the end; 0: only one where "
                        + "Ctrl-C or SIGTERM stops the run. 'hts resume' continues from the newest.")
        long every,

        @Setting(
                flag = "checkpoint-keep",
                label = "K",
                defaultValue = "3",
                range = "[1, inf)",
                decidesBits = false,
                onResume = true,
                remedy = "give 3, for example",
                help = "Checkpoints kept, the newest ones.")
        int keep,

        @Setting(
                flag = "checkpoint-inexact",
                defaultValue = "false",
                decidesBits = false,
                help = "Takes checkpoints although the environment cannot save its state: a resumed "
                        + "run begins new episodes and has other bits.")
        boolean inexact) {
    public static final CheckpointSettings NONE = new CheckpointSettings(0, 3, false);

    /**
     * Adds what is wrong.
     *
     * @param known whether {@code config} names an existing environment
     */
    void check(Values values, RunConfig config, boolean known, Violations violations) {
        values.check(this, violations);
        Schedule schedule = config.pipeline().schedule();
        violations.check(
                every <= 0 || schedule.checkpoints(),
                values.name("checkpoint-every"),
                every,
                "must be 0 with --schedule " + schedule + ": asynchronous runs cannot be checkpointed",
                "remove it, or choose --schedule hts");
        if (every > 0 && schedule.checkpoints() && known && !canSave(config)) {
            violations
                    .check(
                            inexact,
                            values.name("checkpoint-every"),
                            every,
                            "must be 0, for " + config.env() + " cannot save its state",
                            "give --checkpoint-inexact to resume with new episodes, in other bits")
                    .check(
                            !inexact || schedule.overlaps(),
                            values.name("checkpoint-inexact"),
                            null,
                            "must not be given with --schedule " + schedule
                                    + ", whose banks have been learnt from when the checkpoint is taken",
                            "choose --schedule hts");
        }
    }

    /** Returns how a resumed run compares with the uninterrupted one, in words. */
    public String exactness(RunConfig config) {
        return every == 0
                ? "none but at a stop"
                : canSave(config)
                        ? "exact: a resumed run has the bits of the uninterrupted one"
                        : "inexact: " + config.env() + " cannot save its state, a resumed run begins new episodes";
    }

    /** Returns whether a run of {@code config} takes a checkpoint when it is stopped, whatever {@link #every} is. */
    public CheckpointPlan.AtStop atStop(RunConfig config) {
        Schedule schedule = config.pipeline().schedule();
        return !schedule.checkpoints()
                ? CheckpointPlan.AtStop.NEVER
                : inexact && schedule.overlaps() ? CheckpointPlan.AtStop.ANY : CheckpointPlan.AtStop.EXACT;
    }

    /** Returns why a run that was stopped has no checkpoint. */
    public String whyNone(RunConfig config) {
        Schedule schedule = config.pipeline().schedule();
        if (schedule.checkpoints() && canSave(config)) {
            return "the one of its stop was not written, or is gone";
        }
        return schedule.checkpoints()
                ? config.env() + " cannot save its state, and "
                        + (inexact
                                ? "--schedule " + schedule + " has no inexact checkpoints"
                                : "--checkpoint-inexact was not given")
                : "--schedule " + schedule + " takes no checkpoints";
    }

    private static boolean canSave(RunConfig config) {
        return config.ask(SavedState::resumes);
    }
}
