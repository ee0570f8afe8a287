package io.htsrl.core.schedule;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig.AllEnvironments;
import io.htsrl.core.settings.Auto;
import io.htsrl.core.settings.Lookup;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;

/**
 * Settings of the {@code async} schedule. A rollout is α steps of one environment. Immutable.
 *
 * @param freshness time at which actors take the newest parameters
 * @param correction correction of rollouts that older parameters collected
 * @param batch number of rollouts of one update
 * @param queue maximum number of completed rollouts that wait for the learner; beyond it, executors wait
 */
@SettingGroup("Pipeline")
public record AsyncConfig(
        @Setting(
                flag = "async-params",
                label = "WHEN",
                defaultValue = "rollout",
                onlyWith = "schedule=async",
                help =
                        "Actors take the newest parameters at each rollout's start (rollout), as IMPALA, or before every "
                                + "forward (step), as GA3C.")
        Freshness freshness,

        @Setting(
                flag = "async-correction",
                defaultValue = "vtrace",
                onlyWith = "schedule=async",
                otherwise = "none",
                help = "vtrace weighs stale steps, none takes them as they are.")
        Correction correction,

        @Setting(
                flag = "async-batch",
                auto = AllEnvironments.class,
                onlyWith = "schedule=async",
                unit = "rollouts",
                range = "[1, inf)",
                remedy = "give the rollouts of one update, --num-envs for example",
                help = "Rollouts of one update, each --sync-interval steps of one environment; auto: --num-envs.")
        int batch,

        @Setting(
                flag = "async-queue",
                auto = DefaultQueue.class,
                onlyWith = "schedule=async",
                unit = "rollouts",
                help = "Most rollouts that wait for the learner; then executors wait; auto: 4 x --num-envs.")
        int queue) {

    /** Time at which an actor replaces its parameters by the newest ones. */
    public enum Freshness {
        /** At the start of each environment's rollout, as in IMPALA: one behaviour policy per rollout. */
        ROLLOUT,
        /** Before every forward, as in GA3C. */
        STEP
    }

    /** Correction of the lag by the learner. */
    public enum Correction {
        /** Truncated importance weights (Espeholt et al. 2018). */
        VTRACE,
        /** No correction: learns as {@code sync} does, from stale data. */
        NONE
    }

    /** The default for {@code queue}: see {@link #queueFor}. */
    static final class DefaultQueue implements Auto {
        @Override
        public Object value(Lookup settings) {
            return queueFor(settings.get("num-envs"), settings.get("async-batch"));
        }
    }

    /**
     * Returns settings with updates as large as those of the other schedules, and room for four of them in the queue.
     */
    public static AsyncConfig of(int numEnvs) {
        return new AsyncConfig(Freshness.ROLLOUT, Correction.VTRACE, numEnvs, queueFor(numEnvs, numEnvs));
    }

    /** Returns the default room of the queue: four times the environments, and no less than a batch. */
    public static int queueFor(int numEnvs, int batch) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(4L * numEnvs, batch));
    }

    void check(Violations violations) {
        RecordSettings.check(this, violations);
        violations.check(
                queue >= batch,
                "--async-queue",
                queue,
                "must be at least --async-batch (" + batch + "), or no update would ever be complete",
                "give 4 x --num-envs, for example");
    }
}
