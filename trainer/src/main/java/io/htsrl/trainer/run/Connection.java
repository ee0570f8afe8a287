package io.htsrl.trainer.run;

import io.htsrl.actors.BatchForward;
import io.htsrl.core.run.Worker;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.time.RoleClock;
import io.htsrl.learners.LearningStage;
import io.htsrl.storage.RolloutExchange;
import java.util.Optional;

/**
 * The differences between schedules: the exchange of rollouts between executors and learner, the way in which
 * parameters reach actors, and the state for a checkpoint. Created before a run and closed after it by the thread that
 * wires.
 */
interface Connection extends AutoCloseable {

    /**
     * Returns the connection for {@code pipeline}'s schedule, restored from its checkpoint if it has one.
     *
     * @throws io.htsrl.checkpoints.CheckpointException when that is no checkpoint of this run
     */
    static Connection of(Pipeline pipeline) {
        Schedule schedule = pipeline.config().pipeline().schedule();
        return schedule.barrier() ? new BankConnection(pipeline) : new QueueConnection(pipeline);
    }

    RolloutExchange exchange();

    /** Returns the stage that learns from the exchanged rollouts. */
    LearningStage stage();

    /**
     * Returns the forward that computes output rows, for one thread.
     *
     * @param limit the greatest number of states in a batch
     */
    BatchForward forward(int limit);

    /**
     * Returns the worker that replaces the executors if rollouts are collected outside of this process; otherwise
     * empty.
     */
    default Optional<Worker> filler(RoleClock clock) {
        return Optional.empty();
    }

    /** @throws io.htsrl.checkpoints.CheckpointException when the last checkpoint cannot be written */
    @Override
    default void close() {}
}
