package io.htsrl.determinism.interleaving;

import io.htsrl.actors.ActorWorker;
import io.htsrl.actors.BatchForward;
import io.htsrl.actors.BatchServer;
import io.htsrl.core.policy.Categorical;
import io.htsrl.core.policy.PublishedParameters;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.Worker.IdleWork;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.threads.ReplicaGroups;
import io.htsrl.core.threads.ThreadAssignment;
import io.htsrl.core.threads.ThreadSettings;
import io.htsrl.core.time.RoleClock;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.executors.ExecutorWorker;
import io.htsrl.executors.Replica;
import io.htsrl.learners.LearnerWorker;
import io.htsrl.learners.LearningStage;
import io.htsrl.learners.ParameterVersions;
import io.htsrl.storage.BankExchange;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.ColumnRows;
import io.htsrl.storage.DoubleStorage;
import io.htsrl.storage.QueueExchange;
import io.htsrl.storage.RolloutClock;
import io.htsrl.storage.RolloutExchange;
import io.htsrl.storage.RolloutQueue;
import io.htsrl.storage.RolloutSink;
import io.htsrl.storage.StorageBank;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * What is explored: the real workers of a rollout over stepped buffers. Environment e belongs to executor e mod E.
 *
 * @param executors E
 * @param actors 0: executors serve themselves
 * @param environments n
 * @param limit the most states of a batch
 * @param minimum the fewest: 1, or n for the lockstep of {@code sync}
 * @param steps α
 * @param intervals to roll out
 */
record Rollout(int executors, int actors, int environments, int limit, int minimum, int steps, int intervals) {
    private static final BatchForward NOTHING = (states, outputs, offsets) -> {};

    /** Adds executors, actors and a barrier. */
    void barrier(Conductor conductor) {
        barrier(conductor, true);
    }

    /** As executors once were: one that has all its answers goes to the barrier without looking for others' states. */
    void hasty(Conductor conductor) {
        barrier(conductor, false);
    }

    private void barrier(Conductor conductor, boolean patient) {
        SteppedStateBuffer states = new SteppedStateBuffer(conductor, executors);
        SteppedActionBuffer actions = new SteppedActionBuffer(conductor, environments, executors);
        DoubleStorage storage = new DoubleStorage(shape(environments));
        RolloutClock clock = new RolloutClock(intervals);
        SteppedBarrier barrier = new SteppedBarrier(conductor, executors, () -> {
            storage.swap();
            clock.advance(false);
            if (clock.finished()) {
                states.close();
            }
        });
        ExecutorWorker.Wiring wiring = new ExecutorWorker.Wiring(
                states, actions, new BankExchange(storage, clock, null, barrier), Perturbation.NONE);
        List<Replica> replicas = replicas();
        for (int executor = 0; executor < executors; executor++) {
            IdleWork server = actors == 0 ? server(states, actions, NOTHING, executor) : IdleWork.NONE;
            IdleWork turn = patient ? server : hasty(executor, server, states, actions);
            conductor.add(new ExecutorWorker(
                    executor, replicas, assignment(), environments, wiring, turn, null, clock("executor-" + executor)));
        }
        for (int actor = 0; actor < actors; actor++) {
            conductor.add(new ActorWorker(
                    actor, server(states, actions, NOTHING, actor), assignment(), clock("actor-" + actor)));
        }
    }

    /** Adds executors that serve themselves, and the learner, who meet at an interval's end or, {@code sync}, twice. */
    void learning(Conductor conductor, Schedule schedule) {
        SteppedStateBuffer states = new SteppedStateBuffer(conductor, executors);
        SteppedActionBuffer actions = new SteppedActionBuffer(conductor, environments, executors);
        DoubleStorage storage = new DoubleStorage(shape(environments));
        storage.write().collectedUnder(0);
        ParameterVersions versions = new ParameterVersions(new float[0]);
        RolloutClock clock = new RolloutClock(intervals);
        BankExchange.Barrier swap = new SteppedBarrier(conductor, executors + 1, () -> {
            versions.rotate();
            storage.swap();
            storage.write().collectedUnder(versions.version());
            clock.advance(false);
        });
        BankExchange.Barrier filled =
                schedule.overlaps() ? null : new SteppedBarrier(conductor, executors + 1, () -> {});
        RolloutExchange exchange = new BankExchange(storage, clock, filled, swap);
        List<Replica> replicas = replicas();
        for (int executor = 0; executor < executors; executor++) {
            conductor.add(new ExecutorWorker(
                    executor,
                    replicas,
                    assignment(),
                    environments,
                    new ExecutorWorker.Wiring(states, actions, exchange, Perturbation.NONE),
                    server(states, actions, NOTHING, executor),
                    null,
                    clock("executor-" + executor)));
        }
        conductor.add(learner(schedule, versions, parameters -> {}, exchange));
    }

    private static LearnerWorker learner(
            Schedule schedule, ParameterVersions versions, Consumer<float[]> publication, RolloutExchange exchange) {
        return new LearnerWorker(
                new LearningStage(
                        new NoLearner(), versions, publication, new NoRecorder(), Perturbation.NONE, schedule),
                exchange,
                clock("learner"));
    }

    /**
     * Adds executors that serve themselves, no barrier, and a learner that has seen enough at any moment, at the latest
     * after as many states as {@link #intervals} have.
     */
    void queue(Conductor conductor) {
        int room = 64; // never waited for
        Queue queue =
                new Queue(new RolloutQueue(environments, room, new RunControl(), RolloutSink.NONE), room, 1, intervals);
        int[] left = {environments * steps * intervals};
        executors(
                conductor,
                queue,
                () -> {
                    if (--left[0] == 0) {
                        queue.rollouts.finish();
                    }
                },
                true);
        conductor.add(new Finisher(conductor, queue.rollouts));
    }

    /** Adds executors that serve themselves, and the learner; both wait for each other: an update per interval. */
    void narrow(Conductor conductor, int room, int batch) {
        narrow(conductor, room, batch, true);
    }

    /** Like {@code narrow}, but an executor that waits for a column does not look for others' states before. */
    void hastyQueue(Conductor conductor, int room, int batch) {
        narrow(conductor, room, batch, false);
    }

    private void narrow(Conductor conductor, int room, int batch, boolean patient) {
        Queue queue = new Queue(new SteppedQueue(conductor, environments, room), room, batch, intervals);
        executors(conductor, queue, () -> {}, patient);
        conductor.add(queue.learner());
    }

    /** Adds the same and dedicated actors, who end when all others have. */
    void narrowBesideActors(Conductor conductor, int room, int batch) {
        SteppedStateBuffer states = new SteppedStateBuffer(conductor, executors);
        SteppedActionBuffer actions = new SteppedActionBuffer(conductor, environments, executors);
        Queue queue = new Queue(new SteppedQueue(conductor, environments, room), room, batch, intervals);
        AtomicInteger working = new AtomicInteger(executors + 1);
        Consumer<Worker> closing = worker -> conductor.add(new LastCloses(worker, working, states));
        List<Replica> replicas = replicas();
        for (int executor = 0; executor < executors; executor++) {
            closing.accept(new ExecutorWorker(
                    executor,
                    replicas,
                    assignment(),
                    environments,
                    queue.wiring(states, actions),
                    IdleWork.NONE,
                    null,
                    clock("executor-" + executor)));
        }
        closing.accept(queue.learner());
        for (int actor = 0; actor < actors; actor++) {
            conductor.add(new ActorWorker(
                    actor,
                    server(states, actions, queue.forward(() -> {}), actor),
                    assignment(),
                    clock("actor-" + actor)));
        }
    }

    /** The last of the workers to end closes the buffer of states. */
    private record LastCloses(Worker worker, AtomicInteger working, SteppedStateBuffer states) implements Worker {
        @Override
        public String roleName() {
            return worker.roleName();
        }

        @Override
        public void run() throws Exception {
            worker.run();
            if (working.decrementAndGet() == 0) {
                states.close();
            }
        }
    }

    /** @param served told of every state */
    private void executors(Conductor conductor, Queue queue, Runnable served, boolean patient) {
        SteppedStateBuffer states = new SteppedStateBuffer(conductor, executors);
        SteppedActionBuffer actions = new SteppedActionBuffer(conductor, environments, executors);
        List<Replica> replicas = replicas();
        for (int executor = 0; executor < executors; executor++) {
            IdleWork server = server(states, actions, queue.forward(served), executor);
            conductor.add(new ExecutorWorker(
                    executor,
                    replicas,
                    assignment(),
                    environments,
                    queue.wiring(states, actions),
                    patient ? server : hasty(executor, server, states, actions),
                    null,
                    clock("executor-" + executor)));
        }
    }

    /** Serves only while an answer to a state of its own is out. */
    private static IdleWork hasty(
            int executor, IdleWork server, SteppedStateBuffer states, SteppedActionBuffer actions) {
        return () -> states.publishedBy(executor) > actions.receivedBy(executor) && server.serve();
    }

    /** The real exchange of {@code async}. */
    private final class Queue {
        private final PublishedParameters parameters =
                new PublishedParameters(new NoPolicy(), new float[0], environments, AsyncConfig.Freshness.STEP);
        private final ParameterVersions versions = new ParameterVersions(new float[0]);
        private final RolloutQueue rollouts;
        private final RolloutExchange exchange;

        Queue(RolloutQueue rollouts, int room, int batch, long updates) {
            this.rollouts = rollouts;
            StorageBank slab = new StorageBank(shape(environments + room));
            exchange = new QueueExchange(
                    new QueueExchange.Parts(
                            slab,
                            new ColumnRows(slab, environments),
                            rollouts,
                            parameters,
                            new RolloutClock(updates),
                            RolloutSink.NONE),
                    shape(batch),
                    versions::rotate,
                    new RunControl());
        }

        ExecutorWorker.Wiring wiring(SteppedStateBuffer states, SteppedActionBuffer actions) {
            return new ExecutorWorker.Wiring(states, actions, exchange, Perturbation.NONE);
        }

        /** @param served told of every state */
        BatchForward forward(Runnable served) {
            return (batch, outputs, offsets) -> {
                for (int i = 0; i < batch.size(); i++) {
                    parameters.use(batch.environment(i), batch.step(i), parameters.newest());
                    served.run();
                }
            };
        }

        LearnerWorker learner() {
            return Rollout.learner(Schedule.ASYNC, versions, parameters::publish, exchange);
        }
    }

    /** The learner's last word. */
    private record Finisher(Conductor conductor, RolloutQueue rollouts) implements Worker {
        @Override
        public String roleName() {
            return "learner";
        }

        @Override
        public void run() {
            conductor.step("finish");
            rollouts.finish();
        }
    }

    private BankShape shape(int columns) {
        return new BankShape(steps, columns, Still.OBSERVATIONS, 1, 1);
    }

    private List<Replica> replicas() {
        RandomStream root = RandomStream.root(1);
        return IntStream.range(0, environments)
                .mapToObj(index -> new Replica(index, new Still(), new Categorical(2), (o, i, d, s, a, j) -> {}, root))
                .toList();
    }

    private ThreadAssignment assignment() {
        ThreadSettings threadSettings = new ThreadSettings(executors, actors, limit, WaitMode.PHASED);
        return new ThreadAssignment(
                ReplicaGroups.dealt(environments, 1, executors), executors, threadSettings, new RunControl());
    }

    private BatchServer server(
            SteppedStateBuffer states, SteppedActionBuffer actions, BatchForward forward, int index) {
        return new BatchServer(
                states,
                actions,
                forward,
                minimum,
                limit,
                () -> limit,
                Perturbation.NONE,
                index,
                clock("server-" + index));
    }

    private static RoleClock clock(String thread) {
        return new RoleClock("worker", new SpanRecorder(thread, 0));
    }
}
