package io.htsrl.core.schedule;

import io.htsrl.core.environment.Environments;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Auto;
import io.htsrl.core.settings.Lookup;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.core.time.TimeSpan;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;

/**
 * The shape of the pipeline. The settings {@code schedule}, {@code numEnvs}, {@code syncInterval} and {@code backend}
 * (and the seed) decide the bits of a run; the others never change a bit.
 *
 * @param schedule interleaving of rollout and learning
 * @param numEnvs n, number of environment replicas
 * @param syncInterval α, steps per environment and interval
 * @param actors threads that serve policy forwards; 0: the executors serve themselves
 * @param executors worker threads that step the replicas
 * @param actorBatch maximum number of states of one forward
 * @param waitMode method by which threads wait
 * @param learners threads that share the learner's passes: the learner, executors that wait for it, and dedicated
 *     helpers; the order of every sum is fixed, whichever thread computes it
 * @param backend implementation of the learner's gradients
 * @param stepTimeout maximum duration of one call of an environment; zero for no limit
 * @param restartEnvironments whether an environment that died is created again
 * @param adapt whether the thread settings change during the run
 * @param async settings of the {@code async} schedule, by default {@link AsyncConfig#of}; null under the others
 */
@SettingGroup("Pipeline")
@RecordBuilder
public record PipelineConfig(
        @Setting(
                defaultValue = "hts",
                help = "hts: learn while the next interval is collected; sync: in turns, as usual; serial: the hts"
                        + " schedule by one thread, the same bits; async: no barrier, as GA3C and IMPALA; a3c: shared"
                        + " parameters, as A3C. The bits of both depend on timing.")
        Schedule schedule,

        @Setting(
                defaultValue = "16",
                range = "[1, inf)",
                remedy = "give 16, for example",
                help = "Environment replicas.")
        int numEnvs,

        @Setting(
                alias = "num-steps",
                unit = "steps",
                range = "[1, inf)",
                remedy = "give the steps per environment and update, 16 or 128 for example",
                help = "Steps per environment between two updates; --num-steps in CleanRL.")
        int syncInterval,

        @Setting(
                defaultValue = "0",
                label = "A",
                range = "[0, inf)",
                onResume = true,
                decidesBits = false,
                remedy = "give a number of threads, or 0 to let the executors serve themselves",
                help = "Threads that serve policy forwards; 0: the executors serve themselves.")
        int actors,

        @Setting(
                label = "E",
                onResume = true,
                auto = DefaultExecutors.class,
                decidesBits = false,
                help = "Threads that step environments; auto: 1, one per environment under a3c or where --step-time "
                        + "blocks, one per process where other processes step them.")
        int executors,

        @Setting(
                label = "B",
                onResume = true,
                auto = AllEnvironments.class,
                range = "[1, inf)",
                decidesBits = false,
                remedy = "give the most states that one forward may serve, up to --num-envs",
                help = "Most states of one forward; auto: --num-envs.")
        int actorBatch,

        @Setting(
                flag = "wait",
                defaultValue = "phased",
                label = "MODE",
                onResume = true,
                decidesBits = false,
                help = "How threads wait: phased, blocking, sleeping, yielding or busy-spin.")
        WaitMode waitMode,

        @Setting(
                label = "L",
                onResume = true,
                auto = SpareCores.class,
                range = "[1, 1024]",
                decidesBits = false,
                remedy = "give the threads that may share a gradient, up to the number of cores",
                help = "Threads that share the learner's passes; auto: one for each core.")
        int learners,

        @Setting(
                defaultValue = "jvm",
                help = "Computes the learner's gradients. jvm: the same bits on every machine; nd4j: ND4J's "
                        + "native libraries, or CUDA in a build for it.")
        Backend backend,

        @Setting(
                defaultValue = "none",
                onResume = true,
                decidesBits = false,
                help = "Most time for one call of an environment (constructor, reset, step, close), such as "
                        + "10s, before the run fails; none: any time.")
        Duration stepTimeout,

        @Setting(
                defaultValue = "false",
                onResume = true,
                decidesBits = false,
                help = "Starts an environment whose process died again and truncates its episode; the run "
                        + "then promises no bits.")
        boolean restartEnvironments,

        @Setting(
                defaultValue = "false",
                onResume = true,
                decidesBits = false,
                help = "Adapts the executors, actors, batches and wait mode to the machine during the run, "
                        + "from the given values; for hts and sync.")
        boolean adapt,

        AsyncConfig async)
        implements PipelineConfigBuilder.With {
    /** Default limit: more learner threads gain little with the present minibatches. */
    private static final int MOST_LEARNERS = 8;

    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);
    private static final Duration LONGEST_TIMEOUT = Duration.ofDays(1);

    /**
     * The default for {@code executors}: one; one for each environment if step times are waited for, or if it learns;
     * one for each process that environments outside of this JVM share.
     */
    static final class DefaultExecutors implements Auto {
        @Override
        public Object value(Lookup settings) {
            int environments = Math.max(1, settings.<Integer>get("num-envs"));
            boolean learns = settings.<Schedule>get("schedule").sharesParameters();
            if (learns || !settings.text("step-time").matches("none|.*:burn")) {
                return environments;
            }
            int processes = Environments.processes(settings.get("env"), settings.get("env-option"));
            return Math.min(environments, Math.max(1, processes));
        }
    }

    /** The default for {@code actorBatch}: the number of environments. */
    static final class AllEnvironments implements Auto {
        @Override
        public Object value(Lookup settings) {
            return Math.max(1, settings.<Integer>get("num-envs"));
        }
    }

    /**
     * The default for {@code learners}: one for each core, since executors that wait for the learner help it. Without a
     * barrier executors never wait, and the default leaves the cores to them. ND4J has one lane.
     */
    static final class SpareCores implements Auto {
        @Override
        public Object value(Lookup settings) {
            if (settings.get("backend") == Backend.ND4J) {
                return 1;
            }
            Schedule schedule = settings.get("schedule");
            int others = schedule.barrier() ? 0 : settings.<Integer>get("executors") + settings.<Integer>get("actors");
            return Math.max(1, Math.min(MOST_LEARNERS, Runtime.getRuntime().availableProcessors() - others));
        }
    }

    /**
     * Drops settings of another schedule and fills in defaults. A one-thread schedule fixes the numbers of threads, a
     * lockstep schedule the batch: all environments, and shared parameters both: a batch is a worker's environments.
     */
    public PipelineConfig {
        async = !schedule.queues() ? null : async == null ? AsyncConfig.of(numEnvs) : async;
        adapt = adapt && schedule.barrier() && !schedule.oneThread();
        if (schedule.oneThread()) {
            actors = 0;
            executors = 1;
            actorBatch = 1;
            learners = 1;
        } else if (schedule.sharesParameters()) {
            actors = 0;
            actorBatch = Math.max(1, numEnvs / Math.max(1, executors));
            learners = 1;
        } else if (schedule.lockstep()) {
            actorBatch = Math.max(actorBatch, numEnvs);
        }
    }

    /** Creates a pipeline without a step timeout, with the defaults of its schedule. */
    public PipelineConfig(
            Schedule schedule,
            int numEnvs,
            int syncInterval,
            int actors,
            int executors,
            int actorBatch,
            WaitMode waitMode,
            int learners) {
        this(
                schedule,
                numEnvs,
                syncInterval,
                actors,
                executors,
                actorBatch,
                waitMode,
                learners,
                Backend.JVM,
                Duration.ZERO,
                false,
                false,
                null);
    }

    /** Adds the errors of these settings, with the names of the command line's flags. */
    public void check(Violations violations) {
        RecordSettings.check(this, violations);
        violations
                .check(
                        executors >= 1 && executors <= Math.max(1, numEnvs),
                        "--executors",
                        executors,
                        "must be in 1 .. --num-envs (" + numEnvs + ")",
                        "give 1 for fast environments, up to " + numEnvs + " for slow ones")
                .check(
                        !schedule.sharesParameters() || executors < 1 || numEnvs % executors == 0,
                        "--executors",
                        executors,
                        "must divide --num-envs (" + numEnvs + ") with --schedule " + schedule
                                + ", whose workers have equal numbers of environments",
                        "give " + numEnvs + ", for one each")
                .check(
                        backend == Backend.JVM || !schedule.sharesParameters(),
                        "--backend",
                        backend,
                        "must be jvm with --schedule " + schedule + ", whose workers compute gradients side by side",
                        "leave it out")
                .check(
                        backend == Backend.JVM || learners == 1,
                        "--learners",
                        learners,
                        "must be 1 with --backend nd4j, whose bits a split would change",
                        "leave it out, or use --backend jvm")
                .check(
                        (long) columns() * syncInterval <= Integer.MAX_VALUE,
                        columnsName() + " x --sync-interval",
                        (long) columns() * syncInterval,
                        "must be at most " + Integer.MAX_VALUE + " steps in an interval",
                        "lower one of them")
                .check(
                        stepTimeout.isZero()
                                || stepTimeout.compareTo(SHORTEST_TIMEOUT) >= 0
                                        && stepTimeout.compareTo(LONGEST_TIMEOUT) <= 0,
                        "--step-timeout",
                        TimeSpan.text(stepTimeout),
                        "must be in 1ms .. 24h",
                        "give 10s, for example, or none");
        if (async != null) {
            async.check(violations);
        }
    }

    /**
     * Returns the rollouts in one interval: one of each environment, those of one worker where workers share
     * parameters, or one {@code async} update's batch.
     */
    public int columns() {
        return schedule.sharesParameters() ? actorBatch : async == null ? numEnvs : async.batch();
    }

    /**
     * Returns the columns of one bank of rollouts: one for each environment, and under {@code async} also the queue.
     */
    public long slabColumns() {
        return async == null ? numEnvs : (long) numEnvs + async.queue();
    }

    /** Returns the maximum number of states of one forward, at most the number of environments. */
    public int batchLimit() {
        return Math.min(actorBatch, numEnvs);
    }

    /**
     * Returns the number of dedicated helper threads of the learner; executors that wait at the barrier help it too.
     */
    public int ownHelpers() {
        int waiting = schedule.barrier() ? executors : 0;
        return Math.max(0, learners - 1 - waiting);
    }

    private String columnsName() {
        return async == null ? "--num-envs" : "--async-batch";
    }

    /** Returns whether {@link #stepsPerInterval} is a valid number of steps: other checks depend on it. */
    public boolean hasSteps() {
        return columns() >= 1 && syncInterval >= 1 && (long) columns() * syncInterval <= Integer.MAX_VALUE;
    }

    /** Returns the environment steps in one interval, that is for one update. */
    public int stepsPerInterval() {
        return Math.multiplyExact(columns(), syncInterval);
    }
}
