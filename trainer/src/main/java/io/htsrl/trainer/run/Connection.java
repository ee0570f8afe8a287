package io.htsrl.trainer.run;

import io.htsrl.actors.BatchForward;
import io.htsrl.core.run.Worker;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.time.RoleClock;
import io.htsrl.learners.LearningStage;
import io.htsrl.storage.RolloutExchange;
import java.util.Optional;

/**
 * All in which schedules differ: what executors and learner exchange rollouts through, how parameters become those that
 * act, and what is kept for a checkpoint. Made by the thread that wires, before a run, which closes it afterwards.
 */
interface Connection extends AutoCloseable {

    /**
     * What {@code pipeline}'s schedule needs, from its checkpoint on if it has one.
     *
     * @throws io.htsrl.checkpoints.CheckpointException when that is no checkpoint of this run
     */
    static Connection of(Pipeline pipeline) {
        Schedule schedule = pipeline.config().pipeline().schedule();
        return schedule.barrier() ? new BankConnection(pipeline) : new QueueConnection(pipeline);
    }

    RolloutExchange exchange();

    /** What learns from whatever the exchange has. */
    LearningStage stage();

    /**
     * What computes output rows, for one thread.
     *
     * @param limit the most states of a batch
     */
    BatchForward forward(int limit);

    /** What stands for the executors where rollouts are collected elsewhere; empty where they are collected here. */
    default Optional<Worker> filler(RoleClock clock) {
        return Optional.empty();
    }

    /** @throws io.htsrl.checkpoints.CheckpointException when the last checkpoint cannot be written */
    @Override
    default void close() {}
}
