package io.htsrl.trainer.run;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentFailedException;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.WorkerThreads;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.threads.ReplicaGroups;
import io.htsrl.core.threads.ThreadAssignment;
import io.htsrl.core.threads.ThreadBounds;
import io.htsrl.core.threads.ThreadSettings;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.executors.Replica;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.Algorithms;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.LearnerWorker;
import io.htsrl.learners.ParameterVersions;
import io.htsrl.learners.PolicyLearners;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.learners.optim.Optimizer;
import io.htsrl.learners.statistics.ObservationLearner;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.RolloutClock;
import io.htsrl.trainer.adapt.BatchClimb;
import io.htsrl.trainer.capacity.Limits;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.selfplay.OpponentPool;
import io.htsrl.trainer.selfplay.SeatEnvironment;
import io.htsrl.trainer.watch.CancellableCall;
import io.htsrl.trainer.watch.Watchdog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Wires environments, policy, banks, learner and schedule into one run, whose bits are a function of {@link RunConfig}
 * alone. One thread calls {@link #run}, once; it starts and joins all others.
 */
public final class Trainer {
    private final RunConfig config;
    private final Attachments attachments;
    private final EnvironmentSource source;

    public Trainer(RunConfig config, TrainingListener listener, RunControl control) {
        this(config, Attachments.none().with(listener).with(control));
    }

    /**
     * Creates a trainer that has not started.
     *
     * @param attachments listeners and controls of the run
     * @throws io.htsrl.core.error.ConfigurationException with everything that is wrong with {@code config}
     */
    public Trainer(RunConfig config, Attachments attachments) {
        this.config = config.check().withRecordingRead();
        this.config.checkCapacity(Limits.here());
        this.attachments = attachments;
        this.source = this.config.rolloutEnvironments();
        if (given()) {
            config.initial().values(); // refused now if only the digest is known
        }
        CheckpointPlan checkpoints = attachments.checkpoints();
        boolean wanted = checkpoints.every() > 0 || checkpoints.from() != null;
        Schedule schedule = config.pipeline().schedule();
        boolean elsewhere = attachments.rollouts().elsewhere();
        Violations.require(
                !elsewhere || schedule == Schedule.HTS,
                "--schedule",
                schedule,
                "must be hts where rollouts are collected on other machines",
                "leave it out");
        Violations.require(
                !elsewhere || config.recording() == null,
                "--from",
                null,
                "is for runs without --nodes: nothing is collected",
                "leave --nodes out");
        Violations.require(
                !elsewhere || !config.pipeline().adapt(),
                "--adapt",
                null,
                "adapts executors of this machine, and here rollouts are collected on others",
                "leave it out");
        checkForks(checkpoints.from());
        Violations.require(
                !wanted || schedule.checkpoints(),
                "--schedule",
                schedule,
                "must have no checkpoints: asynchronous runs cannot be checkpointed",
                "choose hts, sync or serial, or take no checkpoints");
    }

    /** Refuses to train a fork with its newest settings where its earlier ones held. */
    private void checkForks(CheckpointFile from) {
        long last = config.forkedAt();
        long begin = from == null ? 0 : CheckpointFolder.interval(from.path());
        Violations.require(
                begin >= last,
                "--earlier-settings",
                config.earlierSettings(),
                "must not be those of a fork at interval " + last + " where training begins at interval " + begin,
                "train it again with 'hts reproduce', or remove the line to begin with the fork's settings");
    }

    /**
     * Runs to the end, or to the swap after a requested stop.
     *
     * @throws TrainingFailedException when a worker failed; all threads but hanging ones have ended
     * @throws io.htsrl.core.error.ConfigurationException when the environment violates its description
     */
    public TrainingResult run() throws TrainingFailedException, InterruptedException {
        RandomStream root = RandomStream.root(config.seed());
        RunControl control = attachments.control();
        TrainingResult result = null;
        try (Watchdog watchdog = new Watchdog(config.pipeline().stepTimeout(), attachments.patience(), control);
                ResourceStack parts = new ResourceStack(control, "environment-close")) {
            checkEnvironment(watchdog);
            ReplicaEnvironments made = new ReplicaEnvironments(config, source, watchdog, attachments);
            List<Environment> environments = CancellableCall.call(
                    "environment-setup", control, () -> made.create(root, parts, this::checkWanted));
            throwIfFailed();
            result = run(root, environments, made);
            return result;
        } catch (RunAbortedException e) {
            throwIfFailed(); // in set-up: a failure comes before the request to stop
            throw e;
        } catch (RunFailedException e) {
            RunControl.Failure first = control.failure();
            boolean watched = first != null && first.cause() == e;
            throw new TrainingFailedException(watched ? first.role() : "trainer", e, result);
        }
    }

    /** Checks the environment on throw-away replicas, at the environment's own speed. */
    private void checkEnvironment(Watchdog watchdog) throws TrainingFailedException, InterruptedException {
        String name = "environment (" + config.env() + ")";
        try (ResourceStack parts = new ResourceStack(attachments.control(), "environment-close")) {
            Environment environment = CancellableCall.call(
                    "environment-setup", attachments.control(), () -> checked(name, parts, watchdog));
            throwIfFailed();
            Optional<Environment> other = environment instanceof RemoteEnvironment
                    ? Optional.empty()
                    : CancellableCall.call(
                            "environment-setup", attachments.control(), () -> second(name, parts, watchdog));
            throwIfFailed();
            CheckWorker check = new CheckWorker(environment, other, config);
            WorkerThreads.run(attachments.control(), List.of(check));
            throwIfFailed();
            check.violations().throwIfAny();
            attachments.listener().onEnvironmentCheck(check.report());
        }
    }

    private Environment checked(String name, ResourceStack parts, Watchdog watchdog) {
        Environment environment = parts.add(name, watchdog.create(name, source::create));
        watchdog.know(environment, () -> "one call of the check before the run");
        return environment;
    }

    /** Returns a second replica; empty if none can be created: a run of several replicas will report why. */
    private Optional<Environment> second(String name, ResourceStack parts, Watchdog watchdog) {
        try {
            return Optional.of(checked(name, parts, watchdog));
        } catch (EnvironmentFailedException e) {
            return Optional.empty();
        }
    }

    private TrainingResult run(RandomStream root, List<Environment> environments, ReplicaEnvironments made)
            throws TrainingFailedException, InterruptedException {
        EnvironmentSpec spec = environments.get(0).spec();
        float[] drawn = StartCheck.initial(config.policy(spec), root);
        PolicyNetwork policy = new StartCheck(config, attachments).run(spec, drawn, root.spawn("self-check"));
        float[] initial = given() ? config.initial().values() : drawn;
        if (config.recording() != null && !given()) {
            config.recording().normalize(policy.tensors(), initial);
        }
        Policy actingPolicy = attachments.components().acting(policy, config);

        List<Replica> replicas = createReplicas(environments, config.head(spec), root, made.policies());
        made.know(replicas);
        OpponentPool opponents = opponents(made.seats(), actingPolicy, initial, config.head(spec), root);
        BankShape shape = config.bankShape(spec);
        try (Pipeline.RemoteRollouts elsewhere = Pipeline.RemoteRollouts.open(
                        config, attachments, shape, replicas.get(0).together(), opponents);
                ResourceStack parts = new ResourceStack(attachments.control())) {
            RoleClocks times =
                    new RoleClocks(attachments.timeline(), attachments.control().waits());
            Team team = parts.add(
                    "the learner's threads", new Team(config.pipeline().learners(), ownHelpers()));
            LearnerInputs inputs = new LearnerInputs(
                    shape,
                    policy,
                    spec.actionSpace(),
                    planned(),
                    config.pipeline().backend(),
                    team,
                    root.spawn("learner"),
                    correction(),
                    memories(spec),
                    attachments.rollouts().lanes(),
                    batchSizeController(times),
                    config.pipeline().schedule().sharesParameters() ? Optimizer.sharedRmsProp() : Optimizer::of);
            Supplier<Learner> learners =
                    () -> parts.add("the learner", attachments.components().learner(learner(inputs, made), config));
            ReplicaGroups units = made.units();
            ThreadBounds bounds = ThreadBounds.of(config.pipeline(), units.count());
            Recorder recorder = new Recorder(config, attachments, opponents);
            Pipeline pipeline = new Pipeline(
                    config,
                    policy.tensors(),
                    actingPolicy,
                    replicas,
                    shape,
                    learners.get(),
                    new ParameterVersions(initial),
                    rolloutClock(),
                    recorder,
                    attachments,
                    times,
                    units,
                    new ThreadAssignment(
                            units,
                            bounds.executors(),
                            ThreadSettings.of(config.pipeline(), units.count()),
                            attachments.control()),
                    bounds,
                    team,
                    opponents,
                    elsewhere);
            PipelineMetrics metrics = new PipelineMetrics(pipeline);
            attachments.listener().onStart(metrics);
            try {
                return drive(pipeline, learners);
            } finally {
                metrics.end();
            }
        }
    }

    private ReplayMemory.Maker memories(EnvironmentSpec spec) {
        ReplayMemory.Maker maker = attachments.components().memories(ReplayMemory::of, config);
        return config.recording() == null ? maker : config.recording().memories(maker, config.head(spec));
    }

    /** Returns the pool that plays the other seats; null without self-play. */
    private OpponentPool opponents(
            List<SeatEnvironment> seats, Policy acting, float[] initial, ActionHead head, RandomStream root) {
        if (seats.isEmpty()) {
            return null;
        }
        OpponentPool pool = new OpponentPool(
                config.opponents(),
                acting,
                seats.get(0).agentCount(),
                root,
                config.pipeline().numEnvs(),
                initial);
        seats.forEach(seat -> config.connect(seat, pool, acting, head));
        return pool;
    }

    private int ownHelpers() {
        return attachments.rollouts().elsewhere()
                ? config.pipeline().learners() - 1 // no executor waits here
                : config.pipeline().ownHelpers();
    }

    private Learner learner(LearnerInputs inputs, ReplicaEnvironments made) {
        return config.learnsApart()
                ? new PolicyLearners(inputs, made.policies(), (policy, own) -> learner(config.algorithm(policy), own))
                : learner(config.algorithm(), inputs);
    }

    /** Returns the algorithm's learner, with the statistics that its network has among its parameters. */
    private static Learner learner(AlgorithmConfig settings, LearnerInputs inputs) {
        Learner made = Algorithms.of(settings).learner(settings, inputs);
        return inputs.lanes().around(ObservationLearner.around(made, inputs.policy()));
    }

    /**
     * Returns the controller for batches: the size in the settings, or with {@code --adapt-batch} a size that keeps the
     * learner busy.
     */
    private BatchSizeController batchSizeController(RoleClocks times) {
        if (!(config.algorithm() instanceof Replaying replaying) || !replaying.growsBatches()) {
            return BatchSizeController.FIXED;
        }
        ReplaySettings replay = replaying.replay();
        BatchSizeController climb = new BatchClimb(
                replay.batchSize(),
                replay.mostOfBatch(),
                times::total,
                attachments.listener()::onBatchChange,
                System::nanoTime);
        return attachments.components().batchSizeController(climb, config);
    }

    private RolloutClock rolloutClock() {
        return new RolloutClock(
                config.horizon(),
                !config.algorithm().annealed().isEmpty(),
                attachments.control().lastInterval());
    }

    /** Returns the planned horizon of update k, which is that of the interval that makes it. */
    private AnnealingHorizon planned() {
        return config.horizon().late(config.pipeline().schedule().trailingUpdates());
    }

    /** Returns whether this is a new run with given parameters; a resumed one has its checkpoint's. */
    private boolean given() {
        return config.initial() != null && attachments.checkpoints().from() == null;
    }

    private AsyncConfig.Correction correction() {
        AsyncConfig async = config.pipeline().async();
        return async == null ? AsyncConfig.Correction.NONE : async.correction();
    }

    /** @param learners creates learners like the pipeline's */
    private TrainingResult drive(Pipeline pipeline, Supplier<Learner> learners)
            throws TrainingFailedException, InterruptedException {
        if (config.pipeline().schedule().sharesParameters()) {
            new A3cRun(pipeline).run(learners);
            return result(pipeline);
        }
        TrainingResult result = null;
        try (Connection connection = Connection.of(pipeline)) {
            if (attachments.rollouts().elsewhere()) {
                runRemotely(pipeline, connection);
            } else if (config.pipeline().schedule().oneThread()) {
                WorkerThreads.run(pipeline.control(), List.of(new SerialRun(pipeline, connection)));
            } else {
                new ConcurrentRun(pipeline, connection).run();
            }
            result = result(pipeline);
            return result;
        } catch (CheckpointException e) {
            if (result == null || result.stopped()) {
                throw e;
            }
            throw new TrainingFailedException("checkpoint-writer", e, result);
        }
    }

    private TrainingResult result(Pipeline pipeline) throws TrainingFailedException {
        throwIfFailed();
        RolloutClock rollout = pipeline.rollout();
        boolean stopped =
                rollout.interval() < rollout.intervals() && pipeline.control().endReason() == null;
        return pipeline.recorder()
                .result(pipeline.versions().current(), pipeline.times().total(), stopped);
    }

    /** Runs the {@code hts} schedule with rollouts that are collected outside of this process. */
    private static void runRemotely(Pipeline pipeline, Connection connection) throws InterruptedException {
        RoleClocks times = pipeline.times();
        Worker filler = connection.filler(times.clock("executor", "rollouts")).orElseThrow();
        Worker learner =
                new LearnerWorker(connection.stage(), connection.exchange(), times.clock("learner", "learner"));
        WorkerThreads.run(pipeline.control(), List.of(filler, learner));
    }

    /** @param policies index of the policy that acts in each */
    private List<Replica> createReplicas(
            List<Environment> environments, ActionHead head, RandomStream root, List<Integer> policies) {
        List<Replica> replicas = new ArrayList<>();
        for (int index = 0; index < environments.size(); index++) {
            checkWanted();
            Environment environment = environments.get(index);
            ActionSelector selector = config.selector(head, index, environment.spec(), policies.get(index));
            replicas.add(new Replica(
                    index, environment, head, attachments.components().selector(selector, index, config), root));
        }
        return replicas;
    }

    private void throwIfFailed() throws TrainingFailedException {
        RunControl control = attachments.control();
        RunControl.Failure failure = control.failure();
        if (failure != null) {
            throw new TrainingFailedException(failure.role(), failure.cause());
        }
        if (control.aborted()) {
            throw new TrainingFailedException("run", RunAbortedException.INSTANCE);
        }
    }

    /**
     * Throws if a stop was requested: before the first interval nothing has to be completed, so set-up ends at once.
     */
    private void checkWanted() {
        attachments.control().checkAborted();
        if (attachments.control().stopRequested()) {
            throw RunAbortedException.INSTANCE;
        }
    }
}
