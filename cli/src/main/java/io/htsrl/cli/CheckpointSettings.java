package io.htsrl.cli;

import io.htsrl.core.Environment;
import io.htsrl.core.Schedule;
import io.htsrl.core.Violations;
import io.htsrl.trainer.RunConfig;

/**
 * What the user wants of checkpoints. Immutable.
 *
 * @param every   intervals from one to the next; 0 for none
 * @param keep    how many are kept
 * @param inexact whether they are taken though the environment cannot save its state
 */
public record CheckpointSettings(long every, int keep, boolean inexact) {
    public static final CheckpointSettings NONE = new CheckpointSettings(0, 3, false);

    /** As given, or as by default. */
    static CheckpointSettings of(Values values) {
        return new CheckpointSettings(values.<Long>find(Setting.CHECKPOINT_EVERY).orElse(NONE.every),
                values.<Integer>find(Setting.CHECKPOINT_KEEP).orElse(NONE.keep),
                values.<Boolean>find(Setting.CHECKPOINT_INEXACT).orElse(NONE.inexact));
    }

    /**
     * Adds what is wrong.
     *
     * @param known whether {@code config} names an environment that there is
     */
    void check(Values values, RunConfig config, boolean known, Violations violations) {
        violations
                .check(every >= 0, values.name(Setting.CHECKPOINT_EVERY), every, "must be at least 0",
                        "give 100, for example, or 0 for no checkpoints")
                .check(keep >= 1, values.name(Setting.CHECKPOINT_KEEP), keep, "must be at least 1",
                        "give 3, for example");
        Schedule schedule = config.pipeline().schedule();
        violations.check(every <= 0 || schedule.checkpoints(), values.name(Setting.CHECKPOINT_EVERY), every,
                "must be 0 with --schedule " + schedule + ": no moment of it can be gone on from",
                "remove it, or choose --schedule hts");
        if (every > 0 && schedule.checkpoints() && known && !canSave(config)) {
            violations
                    .check(inexact, values.name(Setting.CHECKPOINT_EVERY), every, "must be 0, for " + config.env()
                                    + " cannot save its state",
                            "give --checkpoint-inexact to resume with new episodes, in other bits")
                    .check(!inexact || schedule.overlaps(),
                            values.name(Setting.CHECKPOINT_INEXACT), null, "must not be given with --schedule "
                                    + schedule + ", whose banks have been learnt from when the checkpoint is taken",
                            "choose --schedule hts");
        }
    }

    /** What a run that is resumed has in common with the uninterrupted one, in words. */
    String exactness(RunConfig config) {
        return every == 0 ? "none" : canSave(config) ? "exact: a resumed run has the bits of the uninterrupted one"
                : "inexact: " + config.env() + " cannot save its state, a resumed run begins new episodes";
    }

    private static boolean canSave(RunConfig config) {
        return config.ask(Environment::canSaveState);
    }
}
