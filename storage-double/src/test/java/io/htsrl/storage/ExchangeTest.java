package io.htsrl.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.policy.PublishedParameters;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import io.htsrl.core.time.SpanRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread of the test runs both exchanges: every wait is met at once. */
@Timeout(1800)
class ExchangeTest {
    private static final BankShape SHAPE = new BankShape(2, 2, ObservationSpace.floats(1), 1, 1);

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

    private final RunControl control = new RunControl();
    private final RoleClock clock = new RoleClock("worker", new SpanRecorder("worker-0", 0));
    private final List<String> meetings = new ArrayList<>();

    // ---- banks ----

    private final DoubleStorage storage = new DoubleStorage(SHAPE);
    private final RolloutClock rollout = new RolloutClock(2);

    private boolean swap() {
        meetings.add("swap " + rollout.interval());
        storage.swap();
        rollout.advance(false);
        return true;
    }

    private RolloutExchange overlapping() {
        return new BankExchange(storage, rollout, null, ignored -> swap());
    }

    private RolloutExchange alternating() {
        return new BankExchange(storage, rollout, ignored -> !meetings.add("filled"), ignored -> swap());
    }

    @Test
    void shouldGiveAnEnvironmentItsColumnOncePerInterval() {
        RolloutExchange exchange = overlapping();
        assertEquals(1, exchange.claim(1, 0));
        StorageBank first = exchange.bank();
        assertEquals(RolloutExchange.NONE, exchange.claim(1, 1));
        exchange.awaitColumn(clock);
        assertEquals(1, exchange.claim(1, 1));
        assertNotSame(first, exchange.bank());
        assertSame(first, exchange.filled());
        assertFalse(exchange.finished());
        exchange.awaitColumn(clock);
        assertTrue(exchange.finished());
        assertEquals(List.of("swap 0", "swap 1"), meetings);
        assertEquals(2, clock.laps(Activity.SWAP));
    }

    @Test
    void shouldLetAnExecutorMeetTheLearnerTwiceWhereTheyAlternate() {
        RolloutExchange exchange = alternating();
        StorageBank first = exchange.bank();
        assertSame(first, exchange.filled());
        exchange.awaitColumn(clock);
        assertEquals(List.of("filled", "swap 0"), meetings);
        assertEquals(1, clock.laps(Activity.WAIT_AT_BARRIER));
    }

    @Test
    void shouldHaveTheLearnerReadTheLastBankWithoutMeetingAnybody() {
        RolloutExchange exchange = overlapping();
        for (int interval = 0; interval < 3; interval++) {
            assertTrue(exchange.awaitFilled(clock));
            assertEquals(interval, exchange.interval());
            assertEquals(Map.of(), exchange.metrics());
            exchange.handOver(clock);
        }
        assertFalse(exchange.awaitFilled(clock));
        assertEquals(List.of("swap 0", "swap 1"), meetings);
    }

    @Test
    void shouldEndWithTheLastIntervalWhereTheyAlternate() {
        RolloutExchange exchange = alternating();
        for (int interval = 0; interval < 2; interval++) {
            assertTrue(exchange.awaitFilled(clock));
            exchange.handOver(clock);
        }
        assertFalse(exchange.awaitFilled(clock));
        assertEquals(List.of("filled", "swap 0", "filled", "swap 1"), meetings);
    }

    // ---- queue ----

    private final StorageBank slab = new StorageBank(new BankShape(2, 4, ObservationSpace.floats(1), 1, 1));
    private final ColumnRows rows = new ColumnRows(slab, 2);
    private final RolloutQueue rollouts = new RolloutQueue(2, 2, control, RolloutSink.NONE);
    private final PublishedParameters parameters =
            new PublishedParameters(new NoPolicy(), new float[0], 2, AsyncConfig.Freshness.STEP);
    private final RolloutExchange queue = new QueueExchange(
            new QueueExchange.Parts(slab, rows, rollouts, parameters, new RolloutClock(1), RolloutSink.NONE),
            SHAPE,
            () -> meetings.add("rotate"),
            control);

    @Test
    void shouldLetActorsFindARolloutInItsColumn() {
        assertEquals(1, queue.claim(1, 0));
        int next = queue.claim(1, 1);
        assertEquals(2, next);
        ObservationBatch batch = new ObservationBatch(1);
        rows.bind(batch);
        rows.add(batch, 0, 1);
        assertEquals(slab.observationOffset(0, next), batch.offset(0));
        assertEquals(3, queue.claim(0, 1));
        assertEquals(RolloutExchange.NONE, queue.claim(0, 2));
    }

    @Test
    void shouldStampARolloutWithTheParametersOfItsFirstStep() {
        parameters.use(1, 0, parameters.newest());
        parameters.publish(new float[0]);
        parameters.use(1, 1, parameters.newest());
        queue.complete(1, 1);
        parameters.use(0, 0, parameters.newest());
        parameters.use(0, 1, parameters.newest());
        queue.complete(0, 0);
        assertTrue(queue.awaitFilled(clock));
        assertEquals(1, queue.filled().environment(0));
        assertEquals(0, queue.filled().version(0));
        assertEquals(0, queue.filled().environment(1));
        assertEquals(1, queue.filled().version(1));
        assertEquals(0, queue.filled().oldestVersion());
        assertEquals(
                List.of("lag_mean", "queue_lag_mean"),
                List.copyOf(queue.metrics().keySet()));
        assertEquals(1, clock.laps(Activity.WAIT_FOR_ROLLOUTS));
    }

    @Test
    void shouldEndAllWaitsWhenThePlannedUpdatesAreMade() {
        parameters.use(0, 0, parameters.newest());
        parameters.use(1, 0, parameters.newest());
        queue.complete(0, 0);
        queue.complete(1, 1);
        assertTrue(queue.awaitFilled(clock));
        queue.handOver(clock);
        assertEquals(List.of("rotate"), meetings);
        assertFalse(queue.finished());
        assertFalse(queue.awaitFilled(clock));
        assertTrue(queue.finished());
        queue.awaitColumn(clock);
        assertEquals(1, clock.laps(Activity.WAIT_FOR_LEARNER));
    }
}
