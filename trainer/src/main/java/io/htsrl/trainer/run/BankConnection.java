package io.htsrl.trainer.run;

import io.htsrl.actors.BatchForward;
import io.htsrl.actors.IntervalForward;
import io.htsrl.core.policy.ActingState;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.Worker;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import io.htsrl.learners.LearningStage;
import io.htsrl.learners.ParameterVersions;
import io.htsrl.storage.BankExchange;
import io.htsrl.storage.Barrier;
import io.htsrl.storage.DoubleStorage;
import io.htsrl.storage.RolloutClock;
import io.htsrl.storage.RolloutExchange;
import io.htsrl.storage.SwapBarrier;
import io.htsrl.trainer.adapt.Adaptation;
import io.htsrl.trainer.adapt.HillClimb;
import io.htsrl.trainer.adapt.IdleTimes;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.Rollouts;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Exchanges banks and parameters in a {@link Swap} at a barrier: the connection of the deterministic schedules. */
final class BankConnection implements Connection {
    private final Pipeline pipeline;
    private final ActingState acting;
    private final LearningStage stage;
    private final Checkpointer checkpointer;
    private final RolloutExchange exchange;
    private final DoubleStorage storage;

    BankConnection(Pipeline pipeline) {
        this.pipeline = pipeline;
        PipelineConfig config = pipeline.config().pipeline();
        this.storage = new DoubleStorage(pipeline.shape());
        this.acting = new ActingState(pipeline.policy());
        this.stage = new LearningStage(
                pipeline.learner(),
                pipeline.versions(),
                acting::prepare,
                pipeline.recorder(),
                pipeline.perturbation(),
                config.schedule());
        Attachments attachments = pipeline.attachments();
        ReplicaStates replicas = pipeline.elsewhere() != null
                ? ReplicaStates.elsewhere(
                        pipeline.replicas(), pipeline.elsewhere().states())
                : ReplicaStates.here(pipeline.replicas());
        RunState state = new RunState(pipeline, replicas, storage, stage);
        Checkpointer.resume(attachments.checkpoints(), state, attachments.listener()::onWarning);
        this.checkpointer = new Checkpointer(
                attachments.checkpoints(),
                state,
                pipeline.rollout(),
                config.schedule(),
                attachments.control(),
                attachments.timeline(),
                attachments.listener()::onWarning);
        Swap swap = new Swap(
                storage,
                pipeline.versions(),
                acting,
                pipeline.rollout(),
                attachments.control(),
                attachments.perturbation(),
                afterwards(adaptation(pipeline), checkpointer));
        Barrier filled = config.schedule().overlaps() ? null : barrier(() -> () -> {});
        this.exchange = new BankExchange(storage, pipeline.rollout(), filled, barrier(() -> run(swap)));
        if (pipeline.elsewhere() != null) {
            pipeline.recorder().add(pipeline.elsewhere().rollouts()::metrics);
        }
    }

    /** Null where nothing is adapted. */
    private static Adaptation adaptation(Pipeline pipeline) {
        RunConfig config = pipeline.config();
        Attachments attachments = pipeline.attachments();
        if (!config.pipeline().adapt()) {
            return null;
        }
        return new Adaptation(
                pipeline.assignment(),
                attachments
                        .components()
                        .pilot(bounds -> new HillClimb(bounds, new IdleTimes(pipeline.times()::total)), config)
                        .make(pipeline.bounds()),
                pipeline.rollout(),
                config.pipeline().stepsPerInterval(),
                attachments.listener()::onAdaptation,
                System::nanoTime);
    }

    private static Runnable afterwards(Adaptation adaptation, Checkpointer checkpointer) {
        if (adaptation == null) {
            return checkpointer::afterSwap;
        }
        return () -> {
            checkpointer.afterSwap();
            adaptation.afterSwap();
        };
    }

    private Barrier barrier(Supplier<Runnable> action) {
        PipelineConfig config = pipeline.config().pipeline();
        return new SwapBarrier(
                parties(config), action, pipeline.assignment()::waitMode, pipeline.control(), pipeline.team());
    }

    /** The learner and the threads that fill banks. */
    private IntSupplier parties(PipelineConfig config) {
        if (config.schedule().oneThread()) {
            return () -> 1;
        }
        return pipeline.elsewhere() != null ? () -> 2 : pipeline.assignment()::parties;
    }

    /** Runs the swap, and returns what its thread runs after the others have gone on. */
    private Runnable run(Swap swap) {
        swap.run();
        return pipeline.assignment().publication(pipeline.rollout().finished());
    }

    @Override
    public Optional<Worker> filler(RoleClock clock) {
        return Optional.ofNullable(pipeline.elsewhere())
                .map(open -> new RolloutFiller(open.rollouts(), exchange, storage, pipeline.versions(), clock));
    }

    @Override
    public RolloutExchange exchange() {
        return exchange;
    }

    @Override
    public LearningStage stage() {
        return stage;
    }

    @Override
    public BatchForward forward(int limit) {
        return new IntervalForward(acting, pipeline.policy(), limit);
    }

    @Override
    public void close() {
        checkpointer.close();
    }

    /**
     * Stands for all executors of a run whose rollouts are collected elsewhere: hands the bank over to be filled, and meets
     * the learner at the barrier. One thread.
     */
    private static final class RolloutFiller implements Worker {
        private final Rollouts rollouts;
        private final RolloutExchange exchange;
        private final DoubleStorage storage;
        private final ParameterVersions versions;
        private final RoleClock clock;

        RolloutFiller(
                Rollouts rollouts,
                RolloutExchange exchange,
                DoubleStorage storage,
                ParameterVersions versions,
                RoleClock clock) {
            this.rollouts = rollouts;
            this.exchange = exchange;
            this.storage = storage;
            this.versions = versions;
            this.clock = clock;
        }

        @Override
        public String roleName() {
            return "rollouts";
        }

        @Override
        public void run() {
            clock.start();
            exchange.begin(clock);
            while (!exchange.finished()) {
                rollouts.fill(exchange.interval(), versions.current(), exchange.bank(), storage.read());
                clock.lap(
                        Activity.WAIT_FOR_ENVIRONMENTS, exchange.bank().shape().rows());
                exchange.awaitColumn(clock);
            }
        }
    }

    /**
     * What happens between two intervals, by one thread while all others wait at the barrier: banks change places, φ_{k+1}
     * becomes what actors act with, and the clock moves on. The only exchange between rollout and learning.
     */
    private static final class Swap implements Runnable {
        private final DoubleStorage storage;
        private final ParameterVersions versions;
        private final ActingState acting;
        private final RolloutClock rollout;
        private final RunControl control;
        private final Perturbation perturbation;
        private final Runnable afterwards;

        /** @param afterwards called when all else is done, before anybody goes on */
        Swap(
                DoubleStorage storage,
                ParameterVersions versions,
                ActingState acting,
                RolloutClock rollout,
                RunControl control,
                Perturbation perturbation,
                Runnable afterwards) {
            this.storage = storage;
            this.versions = versions;
            this.acting = acting;
            this.rollout = rollout;
            this.control = control;
            this.perturbation = perturbation;
            this.afterwards = afterwards;
            stamp();
            acting.begin(storage.write(), versions.current()); // the first interval acts with the parameters at hand
        }

        @Override
        public void run() {
            perturbation.at(Perturbation.Point.SWAP, rollout.interval());
            versions.rotate();
            storage.swap();
            stamp();
            acting.swap(storage.write());
            rollout.advance(control.stopRequested());
            afterwards.run();
        }

        private void stamp() {
            storage.write().collectedUnder(versions.version());
        }
    }
}
