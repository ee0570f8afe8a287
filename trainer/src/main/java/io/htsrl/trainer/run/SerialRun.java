package io.htsrl.trainer.run;

import io.htsrl.actors.BatchForward;
import io.htsrl.core.run.Worker;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import io.htsrl.executors.Replica;
import io.htsrl.executors.RequestQueue;
import io.htsrl.learners.LearnerWorker;
import io.htsrl.statebuffer.StateBatch;
import io.htsrl.storage.RolloutExchange;
import java.util.List;

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
    private final int agents; // that are stepped together
    private final RequestQueue requests;
    private long served;

    SerialRun(Pipeline pipeline, Connection connection) {
        this.pipeline = pipeline;
        this.exchange = connection.exchange();
        this.forward = connection.forward(1);
        this.output = new float[pipeline.policy().rowWidth()];
        this.executor = pipeline.times().clock("executor", roleName());
        this.learning = pipeline.times().clock("learner", roleName());
        this.learner = new LearnerWorker(connection.stage(), exchange, learning);
        this.agents = pipeline.replicas().get(0).together();
        this.requests = new RequestQueue(agents);
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
            for (int first = 0; first < pipeline.replicas().size(); first += agents) {
                rollOut(pipeline.replicas().subList(first, first + agents));
            }
            learning.start();
            learner.turn();
            executor.start();
        }
        learner.run(); // the last bank
    }

    private void rollOut(List<Replica> together) {
        if (agents == 1) {
            rollOut(together.get(0));
        } else {
            rollOutAgents(together);
        }
        for (Replica replica : together) {
            executor.lap(Activity.ROLLOUT, replica.step());
        }
    }

    private void rollOut(Replica replica) {
        replica.begin(exchange.bank(), exchange.claim(replica.index(), replica.interval()));
        while (replica.step() < pipeline.config().pipeline().syncInterval()) {
            compute(replica);
            replica.advance(output, 0);
        }
    }

    private void compute(Replica replica) {
        batch.clear();
        batch.add(replica.index(), replica.step());
        forward.compute(batch, output, outputOffset);
        served++;
    }

    /** Rolls out the agents of one environment: the step of each is begun before any is completed. */
    private void rollOutAgents(List<Replica> together) {
        for (Replica replica : together) {
            int column = exchange.claim(replica.index(), replica.interval());
            if (replica.interval() == 0) {
                replica.beginFirst(exchange.bank(), column);
                requests.add(replica);
            } else {
                replica.begin(exchange.bank(), column);
            }
        }
        complete();
        for (int step = 0; step < pipeline.config().pipeline().syncInterval(); step++) {
            for (Replica replica : together) {
                if (replica.absent()) {
                    replica.beginAbsentStep();
                } else {
                    compute(replica);
                    replica.beginStep(output, 0);
                }
                requests.add(replica);
            }
            complete();
        }
    }

    private void complete() {
        while (!requests.none()) {
            requests.flush();
            if (requests.completeNext() == null) {
                pipeline.control().checkAborted(); // another process may take long
                Thread.onSpinWait();
            }
        }
    }
}
