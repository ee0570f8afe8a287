package io.htsrl.trainer;

import io.htsrl.actionbuffer.ActionBuffer;
import io.htsrl.actionbuffer.DisruptorActionBuffer;
import io.htsrl.actors.ActorWorker;
import io.htsrl.actors.BatchForward;
import io.htsrl.actors.BatchServer;
import io.htsrl.actors.IntervalForward;
import io.htsrl.core.Activity;
import io.htsrl.core.PipelineConfig;
import io.htsrl.core.RoleClock;
import io.htsrl.core.RunControl;
import io.htsrl.core.Schedule;
import io.htsrl.core.ServiceTurn;
import io.htsrl.core.Worker;
import io.htsrl.executors.ExecutorWorker;
import io.htsrl.learners.LearnerWorker;
import io.htsrl.statebuffer.DisruptorStateBuffer;
import io.htsrl.statebuffer.StateBuffer;
import io.htsrl.storage.SwapBarrier;
import java.util.ArrayList;
import java.util.List;

/**
 * The {@code hts} and {@code sync} schedules by many threads: executors, actors and one learner, connected through the
 * two buffers and the barrier. Under {@code sync} a batch is all environments or nothing, and a second barrier lets
 * the learner begin when the rollout has ended.
 */
final class ConcurrentRun {
    private final Pipeline pipeline;
    private final PipelineConfig config;
    private final Crew crew;
    private final StateBuffer states;
    private final ActionBuffer actions;
    private final SwapBarrier filled;
    private final SwapBarrier swap;

    ConcurrentRun(Pipeline pipeline) {
        this.pipeline = pipeline;
        this.config = pipeline.config().pipeline();
        RunControl control = pipeline.control();
        this.crew = new Crew(config, control);
        this.states = pipeline.components().states(
                new DisruptorStateBuffer(config.numEnvs(), config.waitMode(), control), pipeline.config());
        this.actions = new DisruptorActionBuffer(
                crew.owners(config.numEnvs()), pipeline.policy().outputWidth(), config.waitMode(), control);
        int parties = config.executors() + 1;
        this.filled = config.schedule() == Schedule.SYNC
                ? new SwapBarrier(parties, () -> { }, config.waitMode(), control) : null;
        this.swap = new SwapBarrier(parties, pipeline.swap(), config.waitMode(), control);
    }

    /** Runs to the end, or until the first failure has ended every worker. */
    void run() throws InterruptedException {
        List<Worker> others = new ArrayList<>();
        for (int worker = 0; worker < config.executors(); worker++) {
            pipeline.control().checkAborted(); // thousands take their time
            others.add(executor(worker));
        }
        List<Worker> actors = new ArrayList<>();
        for (int index = 0; index < config.actors(); index++) {
            pipeline.control().checkAborted();
            actors.add(new ActorWorker(index, server(index, "actor-" + index)));
        }
        others.add(new LearnerWorker(pipeline.stage(), pipeline.storage(), pipeline.rollout(), filled, swap,
                pipeline.times().clock("learner", "learner")));
        crew.run(actors, others, states);
    }

    private ExecutorWorker executor(int worker) {
        String thread = "executor-" + worker;
        RoleClock clock = pipeline.times().clock("executor", thread);
        ServiceTurn turn = config.actors() == 0 ? server(worker, thread) : ServiceTurn.NONE;
        ExecutorWorker.Wiring wiring = new ExecutorWorker.Wiring(states, actions, pipeline.storage(),
                pipeline.rollout(), () -> meet(clock), pipeline.perturbation());
        return new ExecutorWorker(worker, pipeline.replicas(),
                crew.ownedBy(worker, pipeline.replicas()), wiring, turn, clock);
    }

    /** The end of an executor's interval. */
    private void meet(RoleClock clock) {
        if (filled != null) {
            filled.await(clock);
            clock.lap(Activity.WAIT_AT_BARRIER);
        }
        clock.lap(swap.await(clock) ? Activity.SWAP : Activity.WAIT_AT_BARRIER);
    }

    private BatchServer server(int index, String thread) {
        int minimum = config.schedule() == Schedule.SYNC ? config.numEnvs() : 1;
        BatchForward forward = new IntervalForward(
                pipeline.acting(), pipeline.policy(), Math.max(minimum, config.batchLimit()));
        BatchServer server = new BatchServer(states, actions, forward, minimum, config.batchLimit(),
                pipeline.perturbation(), index, pipeline.times().clock("actor", thread));
        pipeline.times().count(server.limit(), server::batches);
        return server;
    }
}
