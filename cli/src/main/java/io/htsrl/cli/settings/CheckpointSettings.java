package io.htsrl.cli.settings;

import io.htsrl.core.environment.SavedState;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.settings.DescribedType;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.core.settings.ValueType;
import io.htsrl.core.settings.Values;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.Comparison;
import java.util.List;

/**
 * The user's choice of checkpoints. Immutable.
 *
 * @param every intervals from one to the next; 0 for none except where the run is stopped
 * @param keep number of checkpoints that are kept
 * @param inexact whether they are taken even if the environment cannot save its state
 * @param atEnd whether the run's end leaves one, which allows to extend the run
 * @param alarms conditions that are reported, and before which a checkpoint is kept
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
                remedy = "give 100, for example, or 0 for none but the last",
                help = "Intervals from one checkpoint to the next; 0: only one at the end, or where Ctrl-C or "
                        + "SIGTERM stops the run.")
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
                        + "run has new episodes and other bits.")
        boolean inexact,

        @Setting(
                flag = "final-checkpoint",
                defaultValue = "true",
                decidesBits = false,
                onResume = true,
                help = "Leaves a checkpoint at the end, from which 'hts resume' extends the run; "
                        + "not with a replay buffer of more than 1 GB, unless --checkpoint-every is given.")
        boolean atEnd,

        @Setting(
                flag = "alarm",
                type = AlarmType.class,
                defaultValue = AlarmType.NONE,
                decidesBits = false,
                onResume = true,
                help =
                        "Reports the first interval where it holds, and keeps the checkpoint before it for 'hts relive'; "
                                + "repeatable: 'approx_kl > 0.1', 'return < 50', collapse (the mean return falls below half of "
                                + "its best), nan.")
        List<String> alarms) {
    public static final CheckpointSettings NONE = new CheckpointSettings(0, 3, false, false, List.of());

    /** Least number kept with alarms: one is taken while a report of two intervals before is still under way. */
    private static final int LEAST_WITH_ALARMS = 3;

    private static final double LARGEST_AT_END = 1e9; // bytes of a replay memory

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
        violations.check(
                alarms.isEmpty() || schedule.deterministic(),
                values.name("alarm"),
                String.join(", ", alarms),
                "must not be given with --schedule " + schedule + ": 'hts relive' cannot repeat such a run",
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

    /** Returns the number of the newest checkpoints that are kept. */
    public int newestKept() {
        return alarms.isEmpty() ? keep : Math.max(keep, LEAST_WITH_ALARMS);
    }

    /** Returns how a resumed run compares with the uninterrupted one, in words. */
    public String exactness(RunConfig config) {
        return every == 0
                ? atEnd ? "only at the end or a stop" : "only at a stop"
                : canSave(config)
                        ? "exact: a resumed run has the bits of the uninterrupted one"
                        : "inexact: " + config.env() + " cannot save its state, a resumed run begins new episodes";
    }

    /** Returns whether a run of {@code config} takes a checkpoint when it is stopped, whatever {@link #every} is. */
    public CheckpointPlan.Rule atStop(RunConfig config) {
        Schedule schedule = config.pipeline().schedule();
        return !schedule.checkpoints()
                ? CheckpointPlan.Rule.NEVER
                : inexact && schedule.overlaps() ? CheckpointPlan.Rule.ANY : CheckpointPlan.Rule.EXACT;
    }

    /** Returns whether a run of {@code config} takes a checkpoint at its end, whatever {@link #every} is. */
    public CheckpointPlan.Rule atEnd(RunConfig config) {
        return atEnd && !isTooLarge(config) ? atStop(config) : CheckpointPlan.Rule.NEVER;
    }

    /** Returns whether the checkpoint of the end is left out because the replay memory is too large for one. */
    public boolean isTooLarge(RunConfig config) {
        return every == 0 && config.finalReplayBytes() > LARGEST_AT_END;
    }

    /** Returns why a run that has finished has no checkpoint. */
    public String whyNoneAtEnd(RunConfig config) {
        return !canSave(config)
                ? config.env() + " cannot save its state"
                : isTooLarge(config)
                        ? "its replay buffer has more than 1 GB and --checkpoint-every was not given"
                        : every == 0 && !atEnd
                                ? "it was made with --no-final-checkpoint"
                                : "the one of its end is gone";
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

    /**
     * Conditions that a run reports, as texts: comparisons of metrics, {@link #COLLAPSE} and {@link #NAN}. Stateless,
     * any thread.
     */
    public static final class AlarmType extends DescribedType implements ValueType.Several {
        /** The mean return falls below half of its best. */
        public static final String COLLAPSE = "collapse";
        /** Learning produces a number that is not finite, which ends a run in any case. */
        public static final String NAN = "nan";

        static final String NONE = "none";

        public AlarmType() {
            super(
                    "CONDITION",
                    "must be 'METRIC > NUMBER' (or >=, <, <=), collapse or nan",
                    "give 'approx_kl > 0.1', for example, in quotes");
        }

        @Override
        public Object readAll(List<String> texts) {
            if (texts.equals(List.of(NONE))) {
                return List.of();
            }
            List<String> alarms =
                    texts.stream().map(AlarmType::alarm).distinct().toList();
            return alarms.contains("") ? null : alarms;
        }

        /** Returns the usual text of an alarm; empty where it is none. */
        private static String alarm(String text) {
            return text.equals(COLLAPSE) || text.equals(NAN)
                    ? text
                    : Comparison.read(text).map(Comparison::toString).orElse("");
        }

        @Override
        public List<String> texts(Object value) {
            List<String> alarms =
                    ((List<?>) value).stream().map(Object::toString).toList();
            return alarms.isEmpty() ? null : alarms;
        }
    }
}
