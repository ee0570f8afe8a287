package io.htsrl.core;

import java.time.Duration;

/**
 * The shape of the pipeline. Of these settings {@code schedule}, {@code numEnvs}, {@code syncInterval} and
 * {@code learners} (and the seed) decide the bits of a run; the others are tuning knobs that never change one.
 *
 * @param schedule     how rollout and learning are interleaved
 * @param numEnvs      n, environment replicas
 * @param syncInterval α, steps per environment and interval
 * @param actors       threads that serve policy forwards; 0: the executors serve themselves
 * @param executors    worker threads that step the replicas
 * @param actorBatch   the most states that one forward serves
 * @param waitMode     how threads wait
 * @param learners     threads that a minibatch's gradient is split over; sums are made in a fixed order, so equal
 *                     numbers give equal bits and others the same gradient to rounding
 * @param stepTimeout  the longest that an environment may take for one call; zero for any time
 * @param async        settings of the {@code async} schedule, by default {@link AsyncConfig#of}; null under the others
 */
public record PipelineConfig(
        Schedule schedule,
        int numEnvs,
        int syncInterval,
        int actors,
        int executors,
        int actorBatch,
        WaitMode waitMode,
        int learners,
        Duration stepTimeout,
        AsyncConfig async) {
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);
    private static final Duration LONGEST_TIMEOUT = Duration.ofDays(1);

    /** Settings of another schedule are dropped, missing ones are the defaults. */
    public PipelineConfig {
        async = schedule.barrier() ? null : async == null ? AsyncConfig.of(numEnvs) : async;
    }

    /** Any time for a step, and the defaults of its schedule. */
    public PipelineConfig(Schedule schedule, int numEnvs, int syncInterval, int actors, int executors, int actorBatch,
            WaitMode waitMode, int learners) {
        this(schedule, numEnvs, syncInterval, actors, executors, actorBatch, waitMode, learners,
                Duration.ZERO, null);
    }

    /** The same with a time limit for steps. */
    public PipelineConfig with(Duration newStepTimeout) {
        return new PipelineConfig(schedule, numEnvs, syncInterval, actors, executors, actorBatch, waitMode, learners,
                newStepTimeout, async);
    }

    /** The same with other settings of the {@code async} schedule; null for the defaults. */
    public PipelineConfig with(AsyncConfig newAsync) {
        return new PipelineConfig(schedule, numEnvs, syncInterval, actors, executors, actorBatch, waitMode, learners,
                stepTimeout, newAsync);
    }

    /** Adds what is wrong with these settings, with the names of the command line's flags. */
    public void check(Violations violations) {
        violations
                .check(numEnvs >= 1, "--num-envs", numEnvs, "must be at least 1", "give 16, for example")
                .check(syncInterval >= 1, "--sync-interval", syncInterval, "must be at least 1",
                        "give the steps per environment and update, 16 or 128 for example")
                .check(actors >= 0, "--actors", actors, "must be at least 0",
                        "give a number of threads, or 0 to let the executors serve themselves")
                .check(executors >= 1 && executors <= Math.max(1, numEnvs), "--executors", executors,
                        "must be in 1 .. --num-envs (" + numEnvs + ")",
                        "give 1 for fast environments, up to " + numEnvs + " for slow ones")
                .check(actorBatch >= 1, "--actor-batch", actorBatch, "must be at least 1",
                        "give the most states that one forward may serve, up to --num-envs")
                .check(learners >= 1 && learners <= 1024, "--learners", learners, "must be in 1 .. 1024",
                        "give the threads that a minibatch may be split over, up to the number of cores")
                .check((long) columns() * syncInterval <= Integer.MAX_VALUE, columnsName() + " x --sync-interval",
                        (long) columns() * syncInterval, "must be at most " + Integer.MAX_VALUE + " steps in an interval",
                        "lower one of them")
                .check(stepTimeout.isZero() || stepTimeout.compareTo(SHORTEST_TIMEOUT) >= 0
                                && stepTimeout.compareTo(LONGEST_TIMEOUT) <= 0, "--step-timeout",
                        TimeSpan.text(stepTimeout), "must be in 1ms .. 24h", "give 10s, for example, or none");
        if (async != null) {
            async.check(violations);
        }
    }

    /** Rollouts in one interval: one of each environment, or what an update of the {@code async} schedule takes. */
    public int columns() {
        return async == null ? numEnvs : async.batch();
    }

    /** Columns of one bank that rollouts are collected in: one of each environment, and under {@code async} the queue. */
    public long slabColumns() {
        return async == null ? numEnvs : (long) numEnvs + async.queue();
    }

    /** The most states that one forward can serve: there are no more than environments. */
    public int batchLimit() {
        return Math.min(actorBatch, numEnvs);
    }

    private String columnsName() {
        return async == null ? "--num-envs" : "--async-batch";
    }

    /** Whether {@link #stepsPerInterval} is a number of steps at all: other checks wait until it is. */
    public boolean hasSteps() {
        return columns() >= 1 && syncInterval >= 1 && (long) columns() * syncInterval <= Integer.MAX_VALUE;
    }

    /** Environment steps in one interval, that is for one update. */
    public int stepsPerInterval() {
        return Math.multiplyExact(columns(), syncInterval);
    }
}
