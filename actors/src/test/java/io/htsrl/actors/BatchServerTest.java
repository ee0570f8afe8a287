package io.htsrl.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.actionbuffer.ActionBuffer;
import io.htsrl.actionbuffer.DisruptorActionBuffer;
import io.htsrl.core.policy.ActingState;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.ObservationRows;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.policy.PublishedParameters;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.WorkerThreads;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.threads.ReplicaGroups;
import io.htsrl.core.threads.ThreadAssignment;
import io.htsrl.core.threads.ThreadSettings;
import io.htsrl.core.time.RoleClock;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.statebuffer.DisruptorStateBuffer;
import io.htsrl.statebuffer.StateBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BatchServerTest {
    private static final int ENVIRONMENTS = 5;
    private static final int STEPS = 3;

    /** Output = observation + parameter; the parameter is what was last loaded. */
    private static final class SumPolicy implements Policy {

        /** One number. */
        private static final class Value implements Snapshot {
            private float value;

            @Override
            public void load(float[] parameters) {
                value = parameters[0];
            }
        }

        @Override
        public int parameterCount() {
            return 1;
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
            parameters[0] = (float) stream.uniform(0);
        }

        @Override
        public Snapshot newSnapshot() {
            return new Value();
        }

        @Override
        public Forward newForward() {
            return (snapshot, batch, outputs, offsets) -> {
                for (int row = 0; row < batch.rows(); row++) {
                    outputs[offsets[row]] = batch.floats()[batch.offset(row)] + ((Value) snapshot).value;
                }
            };
        }
    }

    /** Observation of step s, environment e: 10 s + e. */
    private static final class Rows implements ObservationRows {
        private final float[] observations = new float[STEPS * ENVIRONMENTS];

        Rows() {
            for (int i = 0; i < observations.length; i++) {
                observations[i] = i / ENVIRONMENTS * 10 + i % ENVIRONMENTS;
            }
        }

        @Override
        public void bind(ObservationBatch batch) {
            batch.over(observations);
        }

        @Override
        public void add(ObservationBatch batch, int step, int environment) {
            batch.add(step * ENVIRONMENTS + environment);
        }
    }

    private final RunControl control = new RunControl();
    private final StateBuffer states = new DisruptorStateBuffer(ENVIRONMENTS, WaitMode.PHASED, control);
    private final ActionBuffer actions =
            new DisruptorActionBuffer(new int[ENVIRONMENTS], 1, false, WaitMode.PHASED, control);
    private final SumPolicy policy = new SumPolicy();
    private final ActingState acting = new ActingState(policy);
    private final int[] answered = new int[ENVIRONMENTS];

    @BeforeEach
    void actWith100() {
        acting.begin(new Rows(), new float[] {100});
    }

    private BatchServer server(int minimum, int limit) {
        BatchForward forward = new IntervalForward(acting, policy, Math.max(minimum, limit));
        return new BatchServer(
                states,
                actions,
                forward,
                minimum,
                limit,
                () -> limit,
                Perturbation.NONE,
                0,
                new RoleClock("actor", new SpanRecorder("actor-0", 0)));
    }

    /** Assigns one executor and one actor, of whom {@code serving} serve. */
    private ThreadAssignment assignment(int serving) {
        ThreadSettings threadSettings = new ThreadSettings(1, serving, ENVIRONMENTS, WaitMode.PHASED);
        return new ThreadAssignment(ReplicaGroups.each(ENVIRONMENTS), 1, threadSettings, control);
    }

    private static RoleClock clock() {
        return new RoleClock("actor", new SpanRecorder("actor-0", 0));
    }

    private float output(int environment) {
        return actions.outputs()[actions.outputOffset(environment)];
    }

    @Test
    void shouldAnswerEachStateWithTheOutputOfItsOwnRow() {
        BatchServer server = server(1, ENVIRONMENTS);
        states.publish(4, 2);
        states.publish(1, 0);
        assertTrue(server.serve());
        assertEquals(2, actions.inbox(0).poll(answered));
        assertEquals(124f, output(4));
        assertEquals(101f, output(1));
        assertFalse(server.serve());
        assertEquals(1, server.batches(2));
    }

    @Test
    void shouldServeNoMoreThanTheLimitAtOnce() {
        BatchServer server = server(1, 2);
        for (int environment = 0; environment < ENVIRONMENTS; environment++) {
            states.publish(environment, 0);
        }
        while (server.serve()) {
            assertTrue(actions.inbox(0).poll(answered) <= 2);
        }
        assertEquals(2, server.limit());
        assertEquals(2, server.batches(2));
        assertEquals(1, server.batches(1));
    }

    @Test
    void shouldWaitForAllInLockstep() {
        BatchServer server = server(ENVIRONMENTS, 1);
        for (int environment = 0; environment < ENVIRONMENTS; environment++) {
            assertFalse(server.serve());
            states.publish(environment, 1);
        }
        assertTrue(server.serve());
        assertEquals(1, server.batches(ENVIRONMENTS));
    }

    @Test
    void shouldActOnWhatWasPreparedFromTheSwapOn() {
        BatchServer server = server(1, ENVIRONMENTS);
        acting.prepare(new float[] {200});
        states.publish(3, 0);
        server.serve();
        assertEquals(103f, output(3));
        acting.swap(new Rows());
        states.publish(3, 0);
        server.serve();
        assertEquals(203f, output(3));
    }

    @Test
    void shouldEndWhenTheStateBufferCloses() {
        WorkerThreads threads = new WorkerThreads(control);
        states.publish(0, 0);
        threads.start(List.of(new ActorWorker(0, server(1, 3), assignment(1), clock())));
        assertTimeoutPreemptively(Duration.ofMinutes(30), () -> {
            assertEquals(1, actions.inbox(0).take(answered));
            states.close();
            threads.join();
        });
        assertEquals(100f, output(0));
    }

    @Test
    void shouldParkUntilTheRosterNeedsIt() {
        ThreadAssignment assignment = assignment(0);
        WorkerThreads threads = new WorkerThreads(control);
        threads.start(List.of(new ActorWorker(0, server(1, 3), assignment, clock())));
        states.publish(0, 0);
        assertTimeoutPreemptively(Duration.ofMinutes(30), () -> {
            assignment.plan(assignment.planned().withActors(1));
            assignment.publication(false).run();
            assertEquals(1, actions.inbox(0).take(answered));
            assignment.plan(assignment.planned().withActors(0));
            assignment.publication(false).run();
            assignment.publication(true).run();
            states.close();
            threads.join();
        });
    }

    @Test
    void shouldKeepToTheLimitOfTheMoment() {
        int[] most = {2};
        BatchServer server = new BatchServer(
                states,
                actions,
                new IntervalForward(acting, policy, ENVIRONMENTS),
                1,
                ENVIRONMENTS,
                () -> most[0],
                Perturbation.NONE,
                0,
                clock());
        for (int environment = 0; environment < 3; environment++) {
            states.publish(environment, 0);
        }
        server.serve();
        most[0] = ENVIRONMENTS;
        server.serve();
        assertEquals(1, server.batches(2));
        assertEquals(1, server.batches(1));
        assertEquals(ENVIRONMENTS, server.limit());
    }

    private BatchServer asynchronous(PublishedParameters parameters) {
        return new BatchServer(
                states,
                actions,
                new NewestForward(new Rows(), parameters, policy, ENVIRONMENTS),
                1,
                ENVIRONMENTS,
                () -> ENVIRONMENTS,
                Perturbation.NONE,
                0,
                new RoleClock("actor", new SpanRecorder("actor", 0)));
    }

    private PublishedParameters published(AsyncConfig.Freshness freshness) {
        return new PublishedParameters(policy, new float[] {100}, ENVIRONMENTS, freshness);
    }

    /** Publishes states of the environments and serves them in one batch. */
    private void serve(BatchServer server, int... environmentsAndSteps) {
        for (int i = 0; i < environmentsAndSteps.length; i += 2) {
            states.publish(environmentsAndSteps[i], environmentsAndSteps[i + 1]);
        }
        assertTrue(server.serve());
        assertEquals(environmentsAndSteps.length / 2, actions.inbox(0).poll(answered));
    }

    @Test
    void shouldKeepTheParametersOfARolloutsStartForAllOfIt() {
        PublishedParameters parameters = published(AsyncConfig.Freshness.ROLLOUT);
        BatchServer server = asynchronous(parameters);
        serve(server, 4, 0, 2, 0);
        parameters.publish(new float[] {200});
        serve(server, 4, 1, 1, 0, 2, 1, 0, 0); // old, new, old, new
        assertEquals(114f, output(4));
        assertEquals(201f, output(1));
        assertEquals(112f, output(2));
        assertEquals(200f, output(0));
        assertEquals(0, parameters.version(4));
        assertEquals(1, parameters.version(0));
        serve(server, 4, 0);
        assertEquals(204f, output(4));
        assertEquals(1, parameters.version(4));
    }

    @Test
    void shouldTakeTheNewestParametersBeforeEveryForward() {
        PublishedParameters parameters = published(AsyncConfig.Freshness.STEP);
        BatchServer server = asynchronous(parameters);
        serve(server, 4, 0, 2, 0);
        assertEquals(0, parameters.version(4));
        parameters.publish(new float[] {200});
        serve(server, 4, 1, 1, 0);
        assertEquals(214f, output(4));
        assertEquals(201f, output(1));
        assertEquals(1, parameters.newest().version());
    }
}
