package io.htsrl.trainer.run;

import io.htsrl.actors.BatchForward;
import io.htsrl.actors.IntervalForward;
import io.htsrl.core.policy.ActingState;
import io.htsrl.core.run.Worker;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.time.RoleClock;
import io.htsrl.learners.LearningStage;
import io.htsrl.storage.BankExchange;
import io.htsrl.storage.Barrier;
import io.htsrl.storage.DoubleStorage;
import io.htsrl.storage.RolloutExchange;
import io.htsrl.storage.SwapBarrier;
import io.htsrl.trainer.adapt.Adaptation;
import io.htsrl.trainer.adapt.HillClimb;
import io.htsrl.trainer.adapt.IdleTimes;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.RolloutGauges;
import java.util.Optional;
import java.util.function.IntSupplier;

/** Banks and parameters change places in a {@link Swap}, at a barrier: the schedules that promise their bits. */
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
        Checkpointer.resume(attachments.checkpoints(), state);
        this.checkpointer = new Checkpointer(
                attachments.checkpoints(), state, pipeline.rollout(), attachments.control(), attachments.timeline());
        Swap swap = new Swap(
                storage,
                pipeline.versions(),
                acting,
                pipeline.rollout(),
                attachments.control(),
                attachments.perturbation(),
                afterwards(adaptation(pipeline), checkpointer));
        Barrier filled = config.schedule().overlaps() ? null : barrier(() -> {}, () -> {});
        this.exchange = new BankExchange(storage, pipeline.rollout(), filled, barrier(swap, this::advanced));
        if (pipeline.elsewhere() != null) {
            pipeline.recorder().add(pipeline.elsewhere().rollouts().gauges());
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
                pipeline.roster(),
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

    private Barrier barrier(Runnable action, Runnable advanced) {
        PipelineConfig config = pipeline.config().pipeline();
        return new SwapBarrier(
                parties(config), action, advanced, pipeline.roster()::waitMode, pipeline.control(), pipeline.team());
    }

    /** The learner, and who fills banks. */
    private IntSupplier parties(PipelineConfig config) {
        if (config.schedule().oneThread()) {
            return () -> 1;
        }
        return pipeline.elsewhere() != null ? () -> 2 : pipeline.roster()::parties;
    }

    /** When all have been let go. */
    private void advanced() {
        pipeline.roster().advanced(pipeline.rollout().finished());
    }

    @Override
    public Optional<Worker> filler(RoleClock clock) {
        return Optional.ofNullable(pipeline.elsewhere())
                .map(open -> new RolloutFiller(open.rollouts(), exchange, storage, pipeline.versions(), clock));
    }

    @Override
    public RolloutGauges gauges() {
        return pipeline.elsewhere() == null
                ? RolloutGauges.NONE
                : pipeline.elsewhere().rollouts().gauges();
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
}
