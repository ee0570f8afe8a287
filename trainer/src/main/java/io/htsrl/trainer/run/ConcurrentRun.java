package io.htsrl.trainer.run;

import io.htsrl.actionbuffer.ActionBuffer;
import io.htsrl.actionbuffer.DisruptorActionBuffer;
import io.htsrl.actors.ActorWorker;
import io.htsrl.actors.BatchServer;
import io.htsrl.core.environment.BatchedEnvironment;
import io.htsrl.core.policy.RangeForward;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.Worker.IdleWork;
import io.htsrl.core.run.WorkerThreads;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.threads.ThreadAssignment;
import io.htsrl.core.time.RoleClock;
import io.htsrl.executors.ExecutorWorker;
import io.htsrl.executors.Replica;
import io.htsrl.learners.LearnerWorker;
import io.htsrl.statebuffer.DisruptorStateBuffer;
import io.htsrl.statebuffer.StateBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Runs every schedule with many threads: executors, actors and one learner, connected through the two buffers and the
 * schedule's {@link Connection}. In lockstep a batch has all environments.
 */
final class ConcurrentRun {
    /** Replicas of a range: their rows of a step fit into the first-level cache. */
    private static final int RANGE = 256;

    private final Pipeline pipeline;
    private final Connection connection;
    private final PipelineConfig config;
    private final StateBuffer states;
    private final ActionBuffer actions;
    private final BatchedEnvironment batched; // null if replicas step one by one
    private final boolean ranges;

    ConcurrentRun(Pipeline pipeline, Connection connection) {
        this.pipeline = pipeline;
        this.connection = connection;
        this.config = pipeline.config().pipeline();
        RunControl control = pipeline.control();
        StateBuffer buffer = stateBuffer(control);
        this.states = pipeline.attachments().components().states(buffer, pipeline.config());
        this.actions = actionBuffer(control);
        boolean serving = config.actors() == 0 || config.adapt();
        boolean rows = pipeline.shape().frameStack() == 1 && pipeline.shape().memorySize() == 0;
        this.batched = serving && rows ? batched() : null;
        this.ranges = serving && states == buffer && rangesFit();
    }

    /** Returns the environment that steps the replicas together; null if none exists, or the run is too short. */
    private BatchedEnvironment batched() {
        return Replica.batched(pipeline.replicas())
                .filter(made -> pipeline.attachments().components().batches(made, pipeline.config()))
                .orElse(null);
    }

    /**
     * Returns whether executors that serve themselves step ranges of replicas: if a batched environment does, or if one
     * executor has all of them and waits for no other process. A range then has all states of a batch in lockstep.
     */
    private boolean rangesFit() {
        boolean alone = pipeline.bounds().executors() == 1;
        boolean lockstep = config.schedule().lockstep();
        return config.schedule().barrier()
                && pipeline.replicas().stream().noneMatch(Replica::elsewhere)
                && (alone || batched != null && !lockstep);
    }

    private StateBuffer stateBuffer(RunControl control) {
        return config.adapt()
                ? new DisruptorStateBuffer(config.numEnvs(), pipeline.assignment()::waitMode, control)
                : new DisruptorStateBuffer(config.numEnvs(), config.waitMode(), control);
    }

    private ActionBuffer actionBuffer(RunControl control) {
        ThreadAssignment assignment = pipeline.assignment();
        int width = pipeline.policy().rowWidth();
        boolean requests = pipeline.replicas().stream().anyMatch(Replica::elsewhere);
        if (!config.adapt()) {
            return new DisruptorActionBuffer(assignment.owners(), width, requests, config.waitMode(), control);
        }
        int[] most = IntStream.range(0, pipeline.bounds().executors())
                .map(this::most)
                .toArray();
        return new DisruptorActionBuffer(assignment.owners(), most, width, requests, assignment::waitMode, control);
    }

    /** Returns the greatest number of replicas that this executor may own. */
    private int most(int worker) {
        return config.adapt()
                ? pipeline.units().most(worker)
                : pipeline.assignment().owned(worker);
    }

    /** Runs to the end, or until the first failure has ended every worker. */
    void run() throws InterruptedException {
        if (connection.exchange().finished()) { // resumed at its end: no swap will wake parked threads
            pipeline.assignment().publication(true).run();
        }
        List<Worker> others = new ArrayList<>();
        for (int worker = 0; worker < pipeline.bounds().executors(); worker++) {
            pipeline.control().checkAborted(); // closing thousands takes time
            others.add(executor(worker));
        }
        List<Worker> actors = new ArrayList<>();
        for (int index = 0; index < pipeline.bounds().actors(); index++) {
            pipeline.control().checkAborted();
            String thread = "actor-" + index;
            RoleClock clock = pipeline.times().clock("actor", thread);
            actors.add(new ActorWorker(index, server(index, clock), pipeline.assignment(), clock));
        }
        others.add(new LearnerWorker(
                connection.stage(), connection.exchange(), pipeline.times().clock("learner", "learner")));
        run(actors, others);
    }

    private void run(List<Worker> actors, List<Worker> others) throws InterruptedException {
        RunControl control = pipeline.control();
        WorkerThreads serving = new WorkerThreads(control);
        WorkerThreads working = new WorkerThreads(control);
        try {
            serving.start(actors);
            working.start(others);
            working.join();
            states.close(); // no state will follow
            serving.join();
        } catch (InterruptedException e) {
            control.abort();
            working.join();
            serving.join();
            throw e;
        }
    }

    private ExecutorWorker executor(int worker) {
        String thread = "executor-" + worker;
        RoleClock clock = pipeline.times().clock("executor", thread);
        IdleWork turn = turn(worker, thread);
        ExecutorWorker.Ranges own = ranges ? ranges((RangeForward) turn) : null;
        ExecutorWorker.Wiring wiring =
                new ExecutorWorker.Wiring(states, actions, connection.exchange(), pipeline.perturbation());
        return new ExecutorWorker(
                worker, pipeline.replicas(), pipeline.assignment(), most(worker), wiring, turn, own, clock);
    }

    private ExecutorWorker.Ranges ranges(RangeForward forward) {
        int size = config.schedule().lockstep()
                ? config.numEnvs()
                : Math.min(pipeline.bounds().batch(), RANGE);
        return new ExecutorWorker.Ranges(
                forward, batched, size, pipeline.policy().rowWidth());
    }

    private IdleWork turn(int worker, String thread) {
        if (config.adapt()) {
            return new SwitchableBatchServer(worker, pipeline.times().clock("actor", thread));
        }
        return config.actors() == 0 ? server(worker, pipeline.times().clock("actor", thread)) : IdleWork.NONE;
    }

    private BatchServer server(int index, RoleClock clock) {
        int limit = pipeline.bounds().batch();
        boolean lockstep =
                config.schedule().lockstep() && pipeline.replicas().get(0).together() == 1;
        int minimum = lockstep ? config.numEnvs() : 1; // an absent agent has no state to serve
        BatchServer server = new BatchServer(
                states,
                actions,
                connection.forward(Math.max(minimum, limit)),
                minimum,
                limit,
                () -> pipeline.assignment().serving().batch(),
                pipeline.perturbation(),
                index,
                clock);
        pipeline.times().count(server.limit(), server::batches);
        return server;
    }

    /**
     * Serves batches on an executor's thread in intervals in which the {@link ThreadAssignment} has no actors. Creates
     * the server when it is first needed, since few of many executors may serve. One thread.
     */
    private final class SwitchableBatchServer implements IdleWork, RangeForward {
        private final int worker;
        private final RoleClock clock;
        private BatchServer server; // null until it is needed

        SwitchableBatchServer(int worker, RoleClock clock) {
            this.worker = worker;
            this.clock = clock;
        }

        @Override
        public boolean serve() {
            if (!pipeline.assignment().executorsServe()) {
                return false;
            }
            return server().serve();
        }

        @Override
        public void compute(int first, int count, int step, float[] outputs, int[] offsets) {
            server().compute(first, count, step, outputs, offsets);
        }

        private BatchServer server() {
            if (server == null) {
                server = ConcurrentRun.this.server(worker, clock);
            }
            return server;
        }
    }
}
