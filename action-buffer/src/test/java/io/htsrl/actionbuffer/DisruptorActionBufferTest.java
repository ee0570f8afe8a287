package io.htsrl.actionbuffer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Wakeup;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DisruptorActionBufferTest {
    private static final Duration BOUND = Duration.ofMinutes(30);
    private static final int[] OWNERS = {0, 1, 0, 1};

    private final RunControl control = new RunControl();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void shouldDeliverToTheOwnerAlone() {
        ActionBuffer buffer = new DisruptorActionBuffer(OWNERS, 3, false, WaitMode.PHASED, control);
        buffer.publish(2);
        buffer.publish(1);
        buffer.publish(0);
        int[] received = new int[2];

        assertEquals(2, buffer.inbox(0).poll(received));
        assertArrayEquals(new int[] {2, 0}, received);
        assertEquals(1, buffer.inbox(1).poll(received));
        assertEquals(1, received[0]);
        assertEquals(0, buffer.inbox(0).poll(received));
    }

    @Test
    void shouldKeepOutputRowsApart() {
        ActionBuffer buffer = new DisruptorActionBuffer(OWNERS, 17, false, WaitMode.PHASED, control);
        for (int environment = 0; environment < OWNERS.length; environment++) {
            int offset = buffer.outputOffset(environment);
            Arrays.fill(buffer.outputs(), offset, offset + 17, environment + 1f);
        }
        for (int environment = 0; environment < OWNERS.length; environment++) {
            assertEquals(environment + 1f, buffer.outputs()[buffer.outputOffset(environment)]);
            assertEquals(environment + 1f, buffer.outputs()[buffer.outputOffset(environment) + 16]);
        }
    }

    @Test
    void shouldRefuseAnswersThatNobodyAskedFor() {
        ActionBuffer buffer = new DisruptorActionBuffer(new int[] {0, 0}, 3, false, WaitMode.PHASED, control);
        buffer.publish(0);
        buffer.publish(1);
        assertThrows(IllegalStateException.class, () -> buffer.publish(0));
    }

    @Test
    void shouldTakeNoMoreRoomForManyOwners() {
        int[] owners = IntStream.range(0, 1000).toArray();
        assertEquals(1000, new DisruptorActionBuffer(owners, 3, false, WaitMode.BLOCKING, control).capacity());
        assertEquals(1024, new DisruptorActionBuffer(new int[1000], 3, false, WaitMode.BLOCKING, control).capacity());
        assertEquals(4, new DisruptorActionBuffer(OWNERS, 3, false, WaitMode.BLOCKING, control).capacity());
    }

    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void shouldWaitForTheFirstAndSeeWhatWasWritten(WaitMode mode) throws Exception {
        ActionBuffer buffer = new DisruptorActionBuffer(OWNERS, 3, false, mode, control);
        CountDownLatch started = new CountDownLatch(1);
        Future<Float> read = threads.submit(() -> {
            int[] received = new int[2];
            started.countDown();
            assertEquals(1, buffer.inbox(1).take(received));
            return buffer.outputs()[buffer.outputOffset(received[0])];
        });
        started.await();
        buffer.outputs()[buffer.outputOffset(3)] = 42;
        buffer.publish(3);
        assertEquals(42f, assertTimeoutPreemptively(BOUND, () -> read.get()));
    }

    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void shouldEndAWaitWhenTheRunIsAborted(WaitMode mode) throws Exception {
        ActionBuffer buffer = new DisruptorActionBuffer(OWNERS, 3, false, mode, control);
        CountDownLatch started = new CountDownLatch(1);
        Future<Boolean> aborted = threads.submit(() -> {
            started.countDown();
            assertThrows(RunAbortedException.class, () -> buffer.inbox(0).take(new int[2]));
            return true;
        });
        started.await();
        control.abort();
        assertTrue(assertTimeoutPreemptively(BOUND, () -> aborted.get()));
    }

    /** One request: answered when the test says so. */
    private static final class Request implements PendingRequests {
        private final CountDownLatch asked = new CountDownLatch(1);
        private volatile boolean ready;
        private volatile Wakeup wakeup;

        @Override
        public boolean ready() {
            return ready;
        }

        @Override
        public boolean wakeWhenReady(Wakeup newWakeup) {
            wakeup = newWakeup;
            asked.countDown();
            return ready;
        }
    }

    private Future<Integer> taking(ActionBuffer buffer, Request request, CountDownLatch started) {
        return threads.submit(() -> {
            int[] received = new int[2];
            started.countDown();
            int count = 0;
            while (count == 0 && !request.ready()) { // it may return without need: an actor publishes just then
                count = buffer.inbox(0).take(received, request);
            }
            return count == 0 ? -1 : received[0];
        });
    }

    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void shouldWaitForAnswersAndOutputsAlike(WaitMode mode) throws Exception {
        for (boolean output : new boolean[] {true, false}) {
            ActionBuffer buffer = new DisruptorActionBuffer(OWNERS, 3, true, mode, control);
            Request request = new Request();
            CountDownLatch started = new CountDownLatch(1);
            Future<Integer> taken = taking(buffer, request, started);
            started.await();
            if (output) {
                buffer.publish(2);
            } else if (mode == WaitMode.BLOCKING || mode == WaitMode.PHASED) {
                request.asked.await(); // from here on it may sleep
                request.ready = true;
                request.wakeup.wake();
            } else {
                request.ready = true; // who looks for ever needs no telling
            }
            assertEquals(output ? 2 : -1, assertTimeoutPreemptively(BOUND, () -> taken.get()));
        }
    }

    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void shouldEndAWaitForAnswersWhenTheRunIsAborted(WaitMode mode) throws Exception {
        ActionBuffer buffer = new DisruptorActionBuffer(OWNERS, 3, true, mode, control);
        Request request = new Request();
        CountDownLatch started = new CountDownLatch(1);
        Future<Integer> taken = taking(buffer, request, started);
        started.await();
        control.abort();
        Throwable thrown = assertThrows(ExecutionException.class, () -> taken.get(60, TimeUnit.SECONDS));
        assertEquals(RunAbortedException.INSTANCE, thrown.getCause());
    }

    @Test
    void shouldNotSleepWhenTheAnswerCameWhileItAskedForAWakeUp() {
        ActionBuffer buffer = new DisruptorActionBuffer(OWNERS, 3, true, WaitMode.BLOCKING, control);
        PendingRequests request = new PendingRequests() {
            @Override
            public boolean ready() {
                return false;
            }

            @Override
            public boolean wakeWhenReady(Wakeup wakeup) {
                return true;
            }
        };
        assertEquals(0, assertTimeoutPreemptively(BOUND, () -> buffer.inbox(0).take(new int[2], request)));
    }

    /** However often it is woken between two looks, the ring has room for the answers. */
    @Test
    void shouldKeepOneWakeUpAtMost() {
        ActionBuffer buffer = new DisruptorActionBuffer(new int[3], 3, true, WaitMode.BLOCKING, control);
        Request request = new Request();
        Wakeup wakeup = (Wakeup) buffer.inbox(0);
        int[] received = new int[3];
        for (int round = 0; round < 5; round++) {
            wakeup.wake();
            wakeup.wake();
            buffer.publish(0);
            buffer.publish(1);
            wakeup.wake();
            buffer.publish(2);
            assertEquals(3, buffer.inbox(0).take(received, request));
            assertArrayEquals(new int[] {0, 1, 2}, received);
        }
        wakeup.wake();
        assertEquals(0, buffer.inbox(0).poll(received));
        buffer.publish(1);
        assertEquals(1, buffer.inbox(0).take(received));
    }

    /** An old wake-up is none for who waits for outputs alone. */
    @Test
    void shouldNotTakeAWakeUpForAnOutput() throws Exception {
        ActionBuffer buffer = new DisruptorActionBuffer(OWNERS, 3, true, WaitMode.BLOCKING, control);
        ((Wakeup) buffer.inbox(1)).wake();
        Future<Integer> read = threads.submit(() -> {
            int[] received = new int[2];
            assertEquals(1, buffer.inbox(1).take(received));
            return received[0];
        });
        buffer.publish(3);
        assertEquals(3, assertTimeoutPreemptively(BOUND, () -> read.get()));
    }
}
