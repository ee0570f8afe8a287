package io.htsrl.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.WorkerThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(1800)
class RolloutQueueTest {
    private static final int COLUMNS = 5;

    private final RunControl control = new RunControl();
    private final RolloutQueue queue = new RolloutQueue(0, COLUMNS, control, RolloutSink.NONE);

    private int[] take(int count) {
        int[] columns = new int[count];
        queue.take(columns);
        return columns;
    }

    @Test
    void shouldGiveEveryColumnOnceThenNone() {
        for (int column = 0; column < COLUMNS; column++) {
            assertEquals(column, queue.claim());
        }
        assertEquals(RolloutExchange.NONE, queue.claim());
    }

    @Test
    void shouldKeepAColumnForEachEnvironmentsFirstRollout() {
        RolloutQueue reserved = new RolloutQueue(3, 2, control, RolloutSink.NONE);
        assertEquals(3, reserved.claim());
        assertEquals(4, reserved.claim());
        assertEquals(RolloutExchange.NONE, reserved.claim());
    }

    /** A sink with room for so many rollouts more. */
    private static final class Holding implements RolloutSink {
        private final AtomicInteger room = new AtomicInteger();
        private Runnable wake;

        @Override
        public boolean admits() {
            return room.get() > 0;
        }

        @Override
        public boolean tryBegin() {
            return room.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        }

        @Override
        public void insert(StorageBank slab, int column, int environment) {
            throw new AssertionError("the exchange's to call");
        }

        @Override
        public void waited(long nanos) {
            throw new AssertionError("the exchange's to call");
        }

        @Override
        public void onRoom(Runnable newWake) {
            wake = newWake;
        }
    }

    /** Room remains however late an executor begins, while another one is ahead. */
    @Test
    void shouldKeepRoomForTheFirstRolloutOfEachEnvironment() {
        Holding sink = new Holding();
        sink.room.set(3);
        RolloutQueue held = new RolloutQueue(2, COLUMNS, control, sink);
        assertEquals(1, sink.room.get());
        assertNotEquals(RolloutExchange.NONE, held.claim());
        assertEquals(RolloutExchange.NONE, held.claim());

        sink.room.set(1);
        assertThrows(IllegalStateException.class, () -> new RolloutQueue(2, COLUMNS, control, sink));
    }

    @Test
    void shouldHoldBackWhatTheSinkHoldsBackAndGoOnWithIt() throws InterruptedException {
        Holding sink = new Holding();
        RolloutQueue held = new RolloutQueue(0, COLUMNS, control, sink);
        assertEquals(RolloutExchange.NONE, held.claim());
        assertFalse(held.hasFree());
        Thread executor = new Thread(held::awaitFree);
        executor.start();
        while (executor.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        sink.room.set(2);
        sink.wake.run();
        executor.join();
        assertTrue(held.hasFree());
        assertEquals(0, held.claim());
        assertEquals(1, held.claim());
        assertEquals(RolloutExchange.NONE, held.claim());
    }

    @Test
    void shouldGiveCompletedColumnsInTheirOrderAndTellWhenTheyWereCompleted() {
        for (int i = 0; i < COLUMNS; i++) {
            queue.claim();
        }
        queue.complete(3, 7);
        queue.complete(0, 8);
        queue.complete(4, 9);
        assertArrayEquals(new int[] {3, 0}, take(2));
        assertEquals(7, queue.completedUnder(3));
        assertEquals(8, queue.completedUnder(0));
        queue.complete(1, 9);
        assertArrayEquals(new int[] {4, 1}, take(2));
    }

    @Test
    void shouldGiveAColumnAgainOnceItIsReleased() {
        for (int i = 0; i < COLUMNS; i++) {
            queue.claim();
        }
        queue.complete(2, 0);
        int[] taken = take(1);
        assertEquals(RolloutExchange.NONE, queue.claim());
        queue.release(taken);
        assertEquals(2, queue.claim());
    }

    private void awaitParked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    /** Waits on a thread of its own for one of the two conditions, and notes what ended the wait. */
    private Thread waiter(boolean forFree, AtomicReference<Throwable> thrown) {
        Thread thread = new Thread(() -> {
            try {
                if (forFree) {
                    queue.awaitFree();
                } else {
                    take(1);
                }
            } catch (RunAbortedException e) {
                thrown.set(e);
            }
        });
        thread.start();
        awaitParked(thread);
        return thread;
    }

    private void claimAll() {
        while (queue.claim() != RolloutExchange.NONE) {
            assertFalse(queue.finished());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndEveryWaitOnAnAbort(boolean forFree) throws InterruptedException {
        claimAll();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = waiter(forFree, thrown);
        control.abort();
        thread.join();
        assertInstanceOf(RunAbortedException.class, thrown.get());
        assertThrows(RunAbortedException.class, queue::claim);
    }

    @Test
    void shouldEndTheWaitForAColumnWhenFinished() throws InterruptedException {
        claimAll();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = waiter(true, thrown);
        queue.finish();
        thread.join();
        assertNull(thrown.get());
        assertTrue(queue.finished());
    }

    @Test
    void shouldWakeWhoeverWaitsForAColumnOrARollout() throws InterruptedException {
        claimAll();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread learner = waiter(false, thrown);
        Thread executor = waiter(true, thrown);
        queue.complete(1, 0);
        learner.join();
        queue.release(new int[] {1});
        executor.join();
        assertNull(thrown.get());
    }

    /** One side writes plain fields and the other reads them: the queue alone orders them. */
    @Test
    void shouldOrderWhatIsWrittenIntoAColumn() throws Exception {
        int rounds = 20_000;
        long[] cells = new long[COLUMNS];
        List<String> wrong = new ArrayList<>();
        Worker executor = worker("executor", () -> {
            for (long round = 0; round < rounds; round++) {
                int column = queue.claim();
                while (column == RolloutExchange.NONE) {
                    queue.awaitFree();
                    column = queue.claim();
                }
                cells[column] = round;
                queue.complete(column, round);
            }
        });
        Worker learner = worker("learner", () -> {
            for (long round = 0; round < rounds; round++) {
                int[] taken = take(1);
                if (cells[taken[0]] != round || queue.completedUnder(taken[0]) != round) {
                    wrong.add("round " + round + " found " + cells[taken[0]]);
                }
                queue.release(taken);
            }
        });
        WorkerThreads threads = new WorkerThreads(control);
        threads.start(List.of(executor, learner));
        threads.join();
        assertNull(control.failure());
        assertEquals(List.of(), wrong);
    }

    private static Worker worker(String role, Runnable work) {
        return new Worker() {
            @Override
            public String roleName() {
                return role;
            }

            @Override
            public void run() {
                work.run();
            }
        };
    }
}
