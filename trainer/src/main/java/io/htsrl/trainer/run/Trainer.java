package io.htsrl.trainer.run;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.ConfigurationException;
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
import io.htsrl.core.staff.Bounds;
import io.htsrl.core.staff.Manning;
import io.htsrl.core.staff.Roster;
import io.htsrl.core.staff.Units;
import io.htsrl.core.time.Horizon;
import io.htsrl.core.work.Team;
import io.htsrl.executors.Replica;
import io.htsrl.learners.Algorithms;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.ParameterVersions;
import io.htsrl.learners.statistics.ObservationLearner;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.RolloutClock;
import io.htsrl.trainer.capacity.Limits;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.gauge.Onlooker;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.watch.Alone;
import io.htsrl.trainer.watch.Watchdog;
import java.util.ArrayList;
import java.util.List;

/**
 * The page that wires it all: environments, policy, banks, learner and schedule into one run, whose bits are a function
 * of {@link RunConfig} alone. One thread calls {@link #run}, once; it starts and joins all others.
 */
public final class Trainer {
    private final RunConfig config;
    private final Attachments attachments;
    private final EnvironmentSource source;

    public Trainer(RunConfig config, TrainingListener listener, RunControl control) {
        this(config, Attachments.none().with(listener).with(control));
    }

    /**
     * Takes what a run is; nothing starts yet.
     *
     * @param attachments who hears of the run, and who may end or disturb it
     * @throws io.htsrl.core.error.ConfigurationException with everything that is wrong with {@code config}
     */
    public Trainer(RunConfig config, Attachments attachments) {
        this.config = config.check();
        config.checkCapacity(Limits.here(), attachments.rollouts().remembersElsewhere());
        this.attachments = attachments;
        this.source = config.environments();
        if (given()) {
            config.initial().values(); // or it is refused now
        }
        CheckpointPlan checkpoints = attachments.checkpoints();
        boolean wanted = checkpoints.every() > 0 || checkpoints.from() != null;
        Schedule schedule = config.pipeline().schedule();
        if (attachments.rollouts().elsewhere() && schedule != Schedule.HTS) {
            throw new ConfigurationException(new Violations()
                    .add(
                            "--schedule",
                            schedule,
                            "must be hts where rollouts are collected on other machines",
                            "leave it out"));
        }
        if (attachments.rollouts().elsewhere() && config.pipeline().adapt()) {
            throw new ConfigurationException(new Violations()
                    .add(
                            "--adapt",
                            null,
                            "adapts executors of this machine, and here rollouts are collected on others",
                            "leave it out"));
        }
        if (wanted && !schedule.checkpoints()) {
            throw new ConfigurationException(new Violations()
                    .add(
                            "--schedule",
                            schedule,
                            "must have no checkpoints:" + " no moment of it can be gone on from",
                            "choose hts, sync or serial, or take no checkpoints"));
        }
    }

    /**
     * Runs to the end, or to the swap after a requested stop.
     *
     * @throws TrainingFailedException when a worker failed; everything has ended by then, but for threads that hang
     * @throws io.htsrl.core.error.ConfigurationException when the environment does not keep to its own description
     */
    public TrainingResult run() throws TrainingFailedException, InterruptedException {
        RandomStream root = RandomStream.root(config.seed());
        RunControl control = attachments.control();
        TrainingResult result = null;
        try (Watchdog watchdog = new Watchdog(config.pipeline().stepTimeout(), attachments.patience(), control);
                OpenParts parts = new OpenParts(control, "environment-close")) {
            checkEnvironment(watchdog);
            ReplicaEnvironments made = new ReplicaEnvironments(config, source, watchdog, attachments);
            List<Environment> environments =
                    Alone.call("environment-setup", control, () -> made.create(root, parts, this::checkWanted));
            throwIfFailed();
            result = run(root, environments, made);
            return result;
        } catch (RunAbortedException e) {
            throwIfFailed(); // in set-up: somebody's failure comes before the wish to stop
            throw e;
        } catch (RunFailedException e) {
            RunControl.Failure first = control.failure();
            boolean watched = first != null && first.cause() == e;
            throw new TrainingFailedException(watched ? first.role() : "trainer", e, result);
        }
    }

    /** On a throw-away replica, at the speed of the environment itself. */
    private void checkEnvironment(Watchdog watchdog) throws TrainingFailedException, InterruptedException {
        String name = "environment (" + config.env() + ")";
        try (OpenParts parts = new OpenParts(attachments.control(), "environment-close")) {
            Environment environment = Alone.call(
                    "environment-setup",
                    attachments.control(),
                    () -> parts.add(name, watchdog.create(name, source::create)));
            throwIfFailed();
            watchdog.know(environment, () -> "one call of the check before the run");
            CheckWorker check = new CheckWorker(environment, config.env(), config.promised());
            runAlone(check);
            throwIfFailed();
            check.violations().throwIfAny();
        }
    }

    private TrainingResult run(RandomStream root, List<Environment> environments, ReplicaEnvironments made)
            throws TrainingFailedException, InterruptedException {
        EnvironmentSpec spec = environments.get(0).spec();
        float[] drawn = StartCheck.initial(config.policy(spec), root);
        PolicyNetwork policy = new StartCheck(config, attachments).run(spec, drawn, root.spawn("self-check"));
        float[] initial = given() ? config.initial().values() : drawn;
        Policy actingPolicy = attachments.components().acting(policy, config);

        List<Replica> replicas = createReplicas(environments, config.head(spec), root);
        made.know(replicas);
        BankShape shape = config.bankShape(spec);
        try (Elsewhere elsewhere = Elsewhere.open(config, attachments, shape);
                OpenParts parts = new OpenParts(attachments.control())) {
            TimeSheet times =
                    new TimeSheet(attachments.timeline(), attachments.control().waits());
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
                    attachments.components().memories(Elsewhere.memories(elsewhere), config),
                    attachments.rollouts().lanes(),
                    BatchPilots.of(config, attachments, times));
            Learner learner = parts.add("the learner", attachments.components().learner(learner(inputs), config));
            Units units = made.units();
            Bounds bounds = Bounds.of(config.pipeline(), units.count());
            Recorder recorder = new Recorder(config, attachments);
            LiveFigures figures = new LiveFigures(times, recorder, learner);
            attachments.listener().onStart(figures);
            Pipeline pipeline = new Pipeline(
                    config,
                    policy.tensors(),
                    actingPolicy,
                    replicas,
                    shape,
                    learner,
                    new ParameterVersions(initial),
                    rolloutClock(),
                    recorder,
                    attachments,
                    times,
                    units,
                    new Roster(units, bounds.executors(), Manning.of(config.pipeline()), attachments.control()),
                    bounds,
                    team,
                    elsewhere);
            try {
                return drive(pipeline);
            } finally {
                figures.end();
            }
        }
    }

    private int ownHelpers() {
        return attachments.rollouts().elsewhere()
                ? config.pipeline().learners() - 1 // no executor waits here
                : config.pipeline().ownHelpers();
    }

    /** The algorithm's, with the statistics that its network has among its parameters. */
    private Learner learner(LearnerInputs inputs) {
        Learner made = Algorithms.of(config.algorithm()).learner(config.algorithm(), inputs);
        return inputs.lanes().around(ObservationLearner.around(made, inputs.policy()));
    }

    private RolloutClock rolloutClock() {
        return new RolloutClock(config.horizon(), !config.algorithm().annealed().isEmpty());
    }

    /** Of update k what is planned in the interval that makes it. */
    private Horizon planned() {
        return config.horizon().late(config.pipeline().schedule().trailingUpdates());
    }

    /** Whether the run begins, and with parameters that it does not draw: one that goes on has its checkpoint's. */
    private boolean given() {
        return config.initial() != null && attachments.checkpoints().from() == null;
    }

    private AsyncConfig.Correction correction() {
        AsyncConfig async = config.pipeline().async();
        return async == null ? AsyncConfig.Correction.NONE : async.correction();
    }

    private TrainingResult drive(Pipeline pipeline) throws TrainingFailedException, InterruptedException {
        try (Connection connection = Connection.of(pipeline)) {
            if (attachments.onlooker() != Onlooker.NONE) {
                attachments.onlooker().sees(new PipelineGauges(pipeline, connection.gauges()));
            }
            if (attachments.rollouts().elsewhere()) {
                new ElsewhereRun(pipeline, connection).run();
            } else if (config.pipeline().schedule().oneThread()) {
                runAlone(new SerialRun(pipeline, connection));
            } else {
                new ConcurrentRun(pipeline, connection).run();
            }
            throwIfFailed();
            RolloutClock rollout = pipeline.rollout();
            boolean stopped = rollout.interval() < rollout.intervals();
            return pipeline.recorder()
                    .result(pipeline.versions().current(), pipeline.times().total(), stopped);
        }
    }

    private List<Replica> createReplicas(List<Environment> environments, ActionHead head, RandomStream root) {
        List<Replica> replicas = new ArrayList<>();
        for (int index = 0; index < environments.size(); index++) {
            checkWanted();
            ActionSelector selector = config.algorithm()
                    .selector(
                            head,
                            index,
                            environments.size(),
                            config.horizon().times(config.pipeline().syncInterval()));
            replicas.add(new Replica(
                    index,
                    environments.get(index),
                    head,
                    attachments.components().selector(selector, index, config),
                    root));
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

    /** One worker on a thread of its own, which can be given up when it hangs. */
    private void runAlone(Worker worker) throws InterruptedException {
        WorkerThreads thread = new WorkerThreads(attachments.control());
        thread.start(List.of(worker));
        try {
            thread.join();
        } catch (InterruptedException e) {
            attachments.control().abort();
            thread.join();
            throw e;
        }
    }

    /** A stop before the first interval leaves nothing to be ended whole: set-up is given up at once. */
    private void checkWanted() {
        attachments.control().checkAborted();
        if (attachments.control().stopRequested()) {
            throw RunAbortedException.INSTANCE;
        }
    }
}
