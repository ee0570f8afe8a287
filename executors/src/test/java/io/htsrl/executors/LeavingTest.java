package io.htsrl.executors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.htsrl.actionbuffer.ActionBuffer;
import io.htsrl.actionbuffer.DisruptorActionBuffer;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.Categorical;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.policy.PublishedParameters;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.Worker.IdleWork;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.threads.ReplicaGroups;
import io.htsrl.core.threads.ThreadAssignment;
import io.htsrl.core.threads.ThreadSettings;
import io.htsrl.core.time.RoleClock;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.statebuffer.DisruptorStateBuffer;
import io.htsrl.statebuffer.StateBatch;
import io.htsrl.statebuffer.StateBuffer;
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
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whatever an executor does next, others' states do not stay behind: three are ready when it has nothing left to do.
 */
class LeavingTest {
    private static final BankShape SHAPE = new BankShape(1, 1, ObservationSpace.floats(1), 1, 1);

    /** Nothing happens in it. */
    private static final class Still implements Environment {
        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec("Still", SHAPE.observationSpace(), new ActionSpace.Discrete(1), 0, Double.NaN);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            out.set(0, 0);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            result.set(0, false, false);
        }
    }

    /** No parameters. */
    private static final class NoPolicy implements Policy {
        @Override
        public int parameterCount() {
            return 0;
        }

        @Override
        public int observationSize() {
            return 1;
        }

        @Override
        public int outputWidth() {
            return 1;
        }

        @Override
        public void initialise(float[] parameters, RandomStream stream) {
            // nothing to write
        }

        @Override
        public Snapshot newSnapshot() {
            return parameters -> {};
        }

        @Override
        public Forward newForward() {
            return (snapshot, batch, outputs, offsets) -> {};
        }
    }

    /** Answers the executor's own states; when it has none, serves three of others, and then says that the run ends. */
    private final class Turn implements IdleWork {
        private final Runnable end;
        private final StateBatch batch = new StateBatch(1);
        private int left = 3;
        private Runnable answering = () -> {};

        Turn(Runnable end) {
            this.end = end;
        }

        @Override
        public boolean serve() {
            if (states.poll(batch, 1) == 1) {
                parameters.use(0, batch.step(0), parameters.newest());
                actions.publish(0);
                answering.run();
                return true;
            }
            if (--left < 0) {
                end.run();
            }
            return left >= 0;
        }
    }

    private final RunControl control = new RunControl();
    private final StateBuffer states = new DisruptorStateBuffer(1, WaitMode.BLOCKING, control);
    private final ActionBuffer actions = new DisruptorActionBuffer(new int[1], 1, false, WaitMode.BLOCKING, control);
    private final PublishedParameters parameters =
            new PublishedParameters(new NoPolicy(), new float[0], 1, AsyncConfig.Freshness.STEP);
    private final List<Replica> owned =
            List.of(new Replica(0, new Still(), new Categorical(2), (o, i, d, s, a, j) -> {}, RandomStream.root(1)));
    private final RoleClock clock = new RoleClock("executor", new SpanRecorder("executor-0", 0));

    private ExecutorWorker executor(RolloutExchange exchange, Turn turn) {
        return new ExecutorWorker(
                0,
                owned,
                new ThreadAssignment(ReplicaGroups.each(1), 1, new ThreadSettings(1, 0, 1, WaitMode.BLOCKING), control),
                1,
                new ExecutorWorker.Wiring(states, actions, exchange, Perturbation.NONE),
                turn,
                null,
                clock);
    }

    private ExecutorWorker asynchronous(RolloutQueue rollouts, Turn turn) {
        StorageBank slab = new StorageBank(SHAPE);
        return executor(
                new QueueExchange(
                        new QueueExchange.Parts(
                                slab,
                                new ColumnRows(slab, 1),
                                rollouts,
                                parameters,
                                new RolloutClock(1),
                                RolloutSink.NONE),
                        SHAPE,
                        () -> {},
                        control),
                turn);
    }

    @Test
    void shouldServeWhatIsReadyBeforeTheBarrier() {
        RolloutClock rollout = new RolloutClock(1);
        Turn turn = new Turn(() -> {});
        int[] leftAtTheBarrier = {Integer.MAX_VALUE};
        executor(
                        new BankExchange(new DoubleStorage(SHAPE), rollout, null, ignored -> {
                            leftAtTheBarrier[0] = turn.left;
                            rollout.advance(false);
                            return true;
                        }),
                        turn)
                .run();
        assertEquals(-1, leftAtTheBarrier[0]);
    }

    @Test
    void shouldServeWhatIsReadyBeforeItWaitsForAColumn() {
        RolloutQueue rollouts =
                new RolloutQueue(1, 0, control, RolloutSink.NONE); // the only column is full after one step
        Turn turn = new Turn(rollouts::finish); // or it would wait for ever
        assertTimeoutPreemptively(Duration.ofMinutes(30), asynchronous(rollouts, turn)::run);
    }

    @Test
    void shouldServeWhatIsReadyBeforeItEnds() {
        RolloutQueue rollouts = new RolloutQueue(1, 1, control, RolloutSink.NONE);
        Turn turn = new Turn(() -> {});
        turn.answering = rollouts::finish; // with a state of its own outstanding
        asynchronous(rollouts, turn).run();
        assertEquals(-1, turn.left);
    }
}
