package io.htsrl.trainer.run;

import io.htsrl.actors.BatchForward;
import io.htsrl.actors.NewestForward;
import io.htsrl.core.policy.PublishedParameters;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.learners.LearningStage;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.ColumnRows;
import io.htsrl.storage.QueueExchange;
import io.htsrl.storage.RolloutExchange;
import io.htsrl.storage.RolloutQueue;
import io.htsrl.storage.RolloutSink;
import io.htsrl.storage.StorageBank;

/**
 * The connection of the {@code async} schedule: rollouts go through a queue, and every update publishes its parameters.
 */
final class QueueConnection implements Connection {
    private final Pipeline pipeline;
    private final ColumnRows rows;
    private final PublishedParameters parameters;
    private final RolloutExchange exchange;
    private final LearningStage stage;

    QueueConnection(Pipeline pipeline) {
        this.pipeline = pipeline;
        PipelineConfig config = pipeline.config().pipeline();
        BankShape batch = pipeline.shape();
        StorageBank slab = new StorageBank(batch.withEnvironments(Math.toIntExact(config.slabColumns())));
        this.rows = new ColumnRows(slab, config.numEnvs());
        this.parameters = new PublishedParameters(
                pipeline.policy(),
                pipeline.versions().current(),
                config.numEnvs(),
                config.async().freshness());
        RolloutSink sink = pipeline.learner().rollouts(config, pipeline.control());
        RolloutQueue rollouts =
                new RolloutQueue(config.numEnvs(), config.async().queue(), pipeline.control(), sink);
        this.exchange = new QueueExchange(
                new QueueExchange.Parts(slab, rows, rollouts, parameters, pipeline.rollout(), sink),
                batch,
                pipeline.versions()::rotate,
                pipeline.control());
        this.stage = new LearningStage(
                pipeline.learner(),
                pipeline.versions(),
                parameters::publish,
                pipeline.recorder(),
                pipeline.perturbation(),
                config.schedule());
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
        return new NewestForward(rows, parameters, pipeline.policy(), limit);
    }
}
