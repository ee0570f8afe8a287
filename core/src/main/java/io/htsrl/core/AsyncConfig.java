package io.htsrl.core;

/**
 * Settings of the {@code async} schedule. A rollout is α steps of one environment. Immutable.
 *
 * @param freshness  when actors take the newest parameters
 * @param correction what is done about rollouts that older parameters collected
 * @param batch      rollouts of one update
 * @param queue      the most completed rollouts that wait for the learner; beyond them, executors wait
 */
public record AsyncConfig(Freshness freshness, Correction correction, int batch, int queue) {

    /** When an actor exchanges the parameters that it acts with for the newest ones. */
    public enum Freshness {
        /** At the start of each environment's rollout, as in IMPALA: one behaviour policy per rollout. */
        ROLLOUT,
        /** Before every forward, as in GA3C. */
        STEP
    }

    /** What the learner does about the lag. */
    public enum Correction {
        /** Truncated importance weights (Espeholt et al. 2018). */
        VTRACE,
        /** Nothing: learns as {@code sync} does, from stale data. */
        NONE
    }

    /** Updates as large as those of the other schedules, and room for four of them in the queue. */
    public static AsyncConfig of(int numEnvs) {
        return new AsyncConfig(Freshness.ROLLOUT, Correction.VTRACE, numEnvs, queueFor(numEnvs, numEnvs));
    }

    /** The default room of the queue: four times the environments, and no less than a batch. */
    public static int queueFor(int numEnvs, int batch) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(4L * numEnvs, batch));
    }

    void check(Violations violations) {
        violations
                .check(batch >= 1, "--async-batch", batch, "must be at least 1",
                        "give the rollouts of one update, --num-envs for example")
                .check(queue >= batch, "--async-queue", queue, "must be at least --async-batch (" + batch
                        + "), or no update would ever be complete", "give 4 x --num-envs, for example");
    }
}
