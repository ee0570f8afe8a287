package io.htsrl.determinism.interleaving;

import io.htsrl.actors.BatchServer;
import io.htsrl.core.policy.Categorical;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.threads.ReplicaGroups;
import io.htsrl.core.threads.ThreadAssignment;
import io.htsrl.core.threads.ThreadSettings;
import io.htsrl.core.time.RoleClock;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.executors.ExecutorWorker;
import io.htsrl.executors.Replica;
import io.htsrl.storage.BankExchange;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.DoubleStorage;
import io.htsrl.storage.RolloutClock;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A {@link Rollout} with a barrier, of executors that serve themselves, where environments compute elsewhere: all of
 * them, or every second one.
 *
 * @param minimum the fewest states of a batch: 1, or n for the lockstep of {@code sync}
 * @param mixed whether those of even numbers compute here
 * @param ends whether each step there ends an episode
 */
record RemoteRollout(
        int executors,
        int environments,
        int limit,
        int minimum,
        int steps,
        int intervals,
        boolean mixed,
        boolean ends) {

    void barrier(Conductor conductor) {
        SteppedStateBuffer states = new SteppedStateBuffer(conductor, executors);
        SteppedActionBuffer actions = new SteppedActionBuffer(conductor, environments, executors);
        DoubleStorage storage = new DoubleStorage(new BankShape(steps, environments, Still.OBSERVATIONS, 1, 1));
        RolloutClock clock = new RolloutClock(intervals);
        SteppedBarrier barrier = new SteppedBarrier(conductor, executors, () -> {
            storage.swap();
            clock.advance(false);
        });
        ExecutorWorker.Wiring wiring = new ExecutorWorker.Wiring(
                states, actions, new BankExchange(storage, clock, null, barrier), Perturbation.NONE);
        SteppedWorld world = new SteppedWorld(conductor, ends, clock::finished);
        RandomStream root = RandomStream.root(1);
        List<Replica> replicas = IntStream.range(0, environments)
                .mapToObj(index -> new Replica(
                        index,
                        mixed && index % 2 == 0 ? new Still() : world.environment(),
                        new Categorical(2),
                        (o, i, d, s, a, j) -> {},
                        root))
                .toList();
        for (int executor = 0; executor < executors; executor++) {
            BatchServer server = new BatchServer(
                    states,
                    actions,
                    (batch, outputs, offsets) -> {},
                    minimum,
                    limit,
                    () -> limit,
                    Perturbation.NONE,
                    executor,
                    clock("server-" + executor));
            conductor.add(new ExecutorWorker(
                    executor,
                    replicas,
                    new ThreadAssignment(
                            ReplicaGroups.dealt(environments, 1, executors),
                            executors,
                            new ThreadSettings(executors, 0, limit, WaitMode.PHASED),
                            new RunControl()),
                    environments,
                    wiring,
                    server,
                    null,
                    clock("executor-" + executor)));
        }
        conductor.add(world);
    }

    private static RoleClock clock(String thread) {
        return new RoleClock("worker", new SpanRecorder(thread, 0));
    }
}
