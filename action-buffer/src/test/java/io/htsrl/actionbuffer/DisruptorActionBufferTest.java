package io.htsrl.actionbuffer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DisruptorActionBufferTest {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final int[] OWNERS = {0, 1, 0, 1};

    private final RunControl control = new RunControl();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void shouldDeliverToTheOwnerAlone() {
        ActionBuffer buffer = new DisruptorActionBuffer(OWNERS, 3, WaitMode.PHASED, control);
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
        ActionBuffer buffer = new DisruptorActionBuffer(OWNERS, 17, WaitMode.PHASED, control);
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
        ActionBuffer buffer = new DisruptorActionBuffer(new int[] {0, 0}, 3, WaitMode.PHASED, control);
        buffer.publish(0);
        buffer.publish(1);
        assertThrows(IllegalStateException.class, () -> buffer.publish(0));
    }

    @Test
    void shouldTakeNoMoreRoomForManyOwners() {
        int[] owners = IntStream.range(0, 1000).toArray();
        assertEquals(1000, new DisruptorActionBuffer(owners, 3, WaitMode.BLOCKING, control).capacity());
        assertEquals(1024, new DisruptorActionBuffer(new int[1000], 3, WaitMode.BLOCKING, control).capacity());
        assertEquals(4, new DisruptorActionBuffer(OWNERS, 3, WaitMode.BLOCKING, control).capacity());
    }

    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void shouldWaitForTheFirstAndSeeWhatWasWritten(WaitMode mode) throws Exception {
        ActionBuffer buffer = new DisruptorActionBuffer(OWNERS, 3, mode, control);
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
        ActionBuffer buffer = new DisruptorActionBuffer(OWNERS, 3, mode, control);
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
}
