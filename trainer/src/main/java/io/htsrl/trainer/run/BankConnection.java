package io.htsrl.trainer.run;

import io.htsrl.actors.BatchForward;
import io.htsrl.actors.IntervalForward;
import io.htsrl.core.policy.ActingState;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.Worker;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.threads.ThreadAssignment;
import io.htsrl.core.threads.ThreadSettings;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import io.htsrl.learners.LearningStage;
import io.htsrl.storage.BankExchange;
import io.htsrl.storage.DoubleStorage;
import io.htsrl.storage.RolloutClock;
import io.htsrl.storage.RolloutExchange;
import io.htsrl.storage.SwapBarrier;
import io.htsrl.trainer.adapt.HillClimb;
import io.htsrl.trainer.adapt.IdleTimes;
import io.htsrl.trainer.adapt.ThreadController;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.report.TrainingListener.AdaptationRecord;
import io.htsrl.trainer.rollouts.Rollouts;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Exchanges banks and parameters in a {@link #swap} at a barrier: the connection of the deterministic schedules. */
final class BankConnection implements Connection {
    private final Pipeline pipeline;
    private final ActingState acting;
    private final LearningStage stage;
    private final Checkpointer checkpointer;
    private final ThreadController controller; // null without adaptation
    private final long begun = System.nanoTime();
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
        RunState state = new RunState(pipeline, storage, stage);
        Checkpointer.resume(attachments.checkpoints(), state, attachments.listener()::onWarning);
        this.checkpointer = new Checkpointer(pipeline, state);
        this.controller = config.adapt()
                ? attachments
                        .components()
                        .threadController(
                                bounds -> new HillClimb(bounds, new IdleTimes(pipeline.times()::total)),
                                pipeline.config())
                        .make(pipeline.bounds())
                : null;
        stamp();
        acting.begin(storage.write(), pipeline.versions().current()); // first with the initial parameters
        BankExchange.Barrier filled = config.schedule().overlaps() ? null : barrier(() -> () -> {});
        this.exchange = new BankExchange(storage, pipeline.rollout(), filled, barrier(this::swap));
        if (pipeline.elsewhere() != null) {
            pipeline.recorder().add(pipeline.elsewhere().rollouts()::metrics);
        }
    }

    private BankExchange.Barrier barrier(Supplier<Runnable> action) {
        PipelineConfig config = pipeline.config().pipeline();
        return new SwapBarrier(
                parties(config), action, pipeline.assignment()::waitMode, pipeline.control(), pipeline.team());
    }

    /** Returns the parties of the barrier: the learner and the threads that fill banks. */
    private IntSupplier parties(PipelineConfig config) {
        if (config.schedule().oneThread()) {
            return () -> 1;
        }
        return pipeline.elsewhere() != null ? () -> 2 : pipeline.assignment()::parties;
    }

    /**
     * Exchanges data between two intervals, on one thread while all others wait at the barrier: banks swap, actors take
     * φ_{k+1}, the clock advances, and the pool of opponents takes results and φ_{k+1}. Rollout and learning exchange
     * nothing else. Returns work for its thread to do after the others have been released.
     */
    private Runnable swap() {
        RolloutClock rollout = pipeline.rollout();
        pipeline.perturbation().at(Perturbation.Point.SWAP, rollout.interval());
        pipeline.versions().rotate();
        storage.swap();
        stamp();
        acting.swap(storage.write());
        rollout.advance(pipeline.control().stopRequested());
        if (pipeline.opponents() != null) {
            pipeline.opponents().advance(rollout.interval(), pipeline.versions().current(), storage.read());
        }
        checkpointer.afterSwap();
        if (controller != null && !rollout.finished()) {
            adapt(rollout.interval());
        }
        return pipeline.assignment().publication(rollout.finished());
    }

    private void stamp() {
        storage.write().collectedUnder(pipeline.versions().version());
    }

    /** Lets the controller choose the threads that serve from {@code interval} on. */
    private void adapt(long interval) {
        ThreadAssignment assignment = pipeline.assignment();
        long nanos = System.nanoTime();
        ThreadSettings now = assignment.planned();
        ThreadSettings next =
                controller.next(now, nanos, pipeline.config().pipeline().stepsPerInterval());
        if (!next.equals(now)) {
            assignment.plan(next);
            pipeline.attachments()
                    .listener()
                    .onAdaptation(
                            new AdaptationRecord(interval, (nanos - begun) / 1e9, now.toString(), next.toString()));
        }
    }

    @Override
    public Optional<Worker> filler(RoleClock clock) {
        return Optional.ofNullable(pipeline.elsewhere()).map(open -> new RolloutFiller(open.rollouts(), clock));
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
     * Replaces all executors of a run whose rollouts are collected outside of this process: it passes each bank to the
     * engine, and meets the learner at the barrier. One thread.
     */
    private final class RolloutFiller implements Worker {
        private final Rollouts rollouts;
        private final RoleClock clock;

        RolloutFiller(Rollouts rollouts, RoleClock clock) {
            this.rollouts = rollouts;
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
                rollouts.fill(exchange.interval(), pipeline.versions().current(), exchange.bank(), storage.read());
                clock.lap(
                        Activity.WAIT_FOR_ENVIRONMENTS, exchange.bank().shape().rows());
                exchange.awaitColumn(clock);
            }
        }
    }
}
