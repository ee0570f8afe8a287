package io.htsrl.trainer.run;

import io.htsrl.actors.BatchForward;
import io.htsrl.core.run.Worker;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import io.htsrl.executors.Replica;
import io.htsrl.learners.LearnerWorker;
import io.htsrl.statebuffer.StateBatch;
import io.htsrl.storage.RolloutExchange;

/**
 * Runs the {@code hts} schedule with one thread: one environment after another, batches of one, no buffers and no
 * barrier. It is the oracle that {@link ConcurrentRun} is compared with.
 */
final class SerialRun implements Worker {
    private final Pipeline pipeline;
    private final RolloutExchange exchange;
    private final BatchForward forward;
    private final StateBatch batch = new StateBatch(1);
    private final int[] outputOffset = {0};
    private final float[] output;
    private final RoleClock executor;
    private final RoleClock learning;
    private final LearnerWorker learner;
    private long served;

    SerialRun(Pipeline pipeline, Connection connection) {
        this.pipeline = pipeline;
        this.exchange = connection.exchange();
        this.forward = connection.forward(1);
        this.output = new float[pipeline.policy().rowWidth()];
        this.executor = pipeline.times().clock("executor", roleName());
        this.learning = pipeline.times().clock("learner", roleName());
        this.learner = new LearnerWorker(connection.stage(), exchange, learning);
        pipeline.times().count(1, size -> size == 1 ? served : 0);
    }

    @Override
    public String roleName() {
        return "serial";
    }

    @Override
    public void run() {
        executor.start();
        while (!exchange.finished()) {
            pipeline.control().checkAborted();
            exchange.begin(executor);
            for (Replica replica : pipeline.replicas()) {
                rollOut(replica);
                executor.lap(Activity.ROLLOUT, replica.step());
            }
            learning.start();
            learner.turn();
            executor.start();
        }
        learner.run(); // the last bank
    }

    private void rollOut(Replica replica) {
        replica.begin(exchange.bank(), exchange.claim(replica.index(), replica.interval()));
        while (replica.step() < pipeline.config().pipeline().syncInterval()) {
            batch.clear();
            batch.add(replica.index(), replica.step());
            forward.compute(batch, output, outputOffset);
            replica.advance(output, 0);
        }
        served += replica.step();
    }
}
