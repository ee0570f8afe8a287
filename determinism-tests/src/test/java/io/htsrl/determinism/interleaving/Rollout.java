package io.htsrl.determinism.interleaving;

import io.htsrl.actors.ActorWorker;
import io.htsrl.actors.BatchForward;
import io.htsrl.actors.BatchServer;
import io.htsrl.core.AsyncConfig;
import io.htsrl.core.Perturbation;
import io.htsrl.core.PublishedParameters;
import io.htsrl.core.RandomStream;
import io.htsrl.core.RoleClock;
import io.htsrl.core.RunControl;
import io.htsrl.core.ServiceTurn;
import io.htsrl.core.SpanRecorder;
import io.htsrl.core.Worker;
import io.htsrl.executors.AsyncExecutorWorker;
import io.htsrl.executors.ExecutorWorker;
import io.htsrl.executors.Replica;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.ColumnRows;
import io.htsrl.storage.DoubleStorage;
import io.htsrl.storage.RolloutClock;
import io.htsrl.storage.RolloutQueue;
import io.htsrl.storage.StorageBank;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What is explored: the real workers of a rollout over stepped buffers. Environment e belongs to executor e mod E.
 *
 * @param executors    E
 * @param actors       0: executors serve themselves
 * @param environments n
 * @param limit        the most states of a batch
 * @param minimum      the fewest: 1, or n for the lockstep of {@code sync}
 * @param steps        α
 * @param intervals    to roll out
 */
record Rollout(int executors, int actors, int environments, int limit, int minimum, int steps, int intervals) {
    private static final BatchForward NOTHING = (states, outputs, offsets) -> { };

    /** Executors, actors and a barrier. */
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
                states, actions, storage, clock, barrier::await, Perturbation.NONE);
        List<Replica> replicas = replicas();
        for (int executor = 0; executor < executors; executor++) {
            ServiceTurn server = actors == 0 ? server(states, actions, NOTHING, executor) : ServiceTurn.NONE;
            int index = executor;
            ServiceTurn turn = patient ? server
                    : () -> states.publishedBy(index) > actions.receivedBy(index) && server.serve();
            conductor.add(new ExecutorWorker(
                    executor, replicas, owned(executor, replicas), wiring, turn, clock("executor-" + executor)));
        }
        for (int actor = 0; actor < actors; actor++) {
            conductor.add(new ActorWorker(actor, server(states, actions, NOTHING, actor)));
        }
    }

    /**
     * Executors that serve themselves, no barrier, and a learner that has seen enough at any moment, at the latest after
     * as many states as {@link #intervals} have.
     */
    void queue(Conductor conductor) {
        SteppedStateBuffer states = new SteppedStateBuffer(conductor, executors);
        SteppedActionBuffer actions = new SteppedActionBuffer(conductor, environments, executors);
        int room = 64; // never waited for: a wait in there is none of the conductor's
        StorageBank slab = new StorageBank(shape(environments + room));
        ColumnRows rows = new ColumnRows(slab, environments);
        RolloutQueue rollouts = new RolloutQueue(environments, room, new RunControl());
        PublishedParameters parameters = new PublishedParameters(
                new NoPolicy(), new float[0], environments, AsyncConfig.Freshness.STEP);
        int[] left = {environments * steps * intervals};
        BatchForward forward = (batch, outputs, offsets) -> {
            for (int i = 0; i < batch.size(); i++) {
                parameters.use(batch.environment(i), batch.step(i), parameters.newest());
            }
            left[0] -= batch.size();
            if (left[0] <= 0) {
                rollouts.finish();
            }
        };
        AsyncExecutorWorker.Wiring wiring = new AsyncExecutorWorker.Wiring(
                states, actions, slab, rows, rollouts, parameters, Perturbation.NONE);
        List<Replica> replicas = replicas();
        for (int executor = 0; executor < executors; executor++) {
            conductor.add(new AsyncExecutorWorker(executor, replicas, owned(executor, replicas), wiring,
                    server(states, actions, forward, executor), clock("executor-" + executor)));
        }
        conductor.add(new Finisher(conductor, rollouts));
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
                .mapToObj(index -> new Replica(index, new Still(), (o, i, d, s, a, j) -> { }, root)).toList();
    }

    private List<Replica> owned(int executor, List<Replica> replicas) {
        return replicas.stream().filter(replica -> replica.index() % executors == executor).toList();
    }

    private BatchServer server(
            SteppedStateBuffer states, SteppedActionBuffer actions, BatchForward forward, int index) {
        return new BatchServer(states, actions, forward, minimum, limit, Perturbation.NONE, index,
                clock("server-" + index));
    }

    private static RoleClock clock(String thread) {
        return new RoleClock("worker", new SpanRecorder(thread, 0));
    }
}
