package io.htsrl.monitor.live.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestThreadsTest {
    private final RequestThreads threads = new RequestThreads(2);
    private final List<String> cutOff = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void close() {
        end.countDown();
        threads.close();
        threads.cutOff();
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertTrue(latch.await(60, TimeUnit.SECONDS));
    }

    /** A request that arrives in part, or as a whole, and is at work until the end. Returns when it has a thread. */
    private void begin(String name, boolean whole) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        threads.execute(() -> {
            if (whole) {
                threads.arrived();
            }
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                cutOff.add(name);
            }
        });
        await(begun);
    }

    @Test
    void shouldCutOffTheOldestHalfRequestWhereAllThreadsAreBusy() throws InterruptedException {
        begin("first", false);
        begin("second", false);
        begin("visitor", true);
        assertEquals(List.of("first"), cutOff);
        begin("another", true);
        assertEquals(List.of("first", "second"), cutOff);
    }

    @Test
    void shouldCutOffNoRequestThatHasArrived() throws InterruptedException {
        begin("whole", true);
        begin("half", false);
        begin("visitor", true);

        assertEquals(List.of("half"), cutOff);
    }

    @Test
    void shouldLeaveNoInterruptBehind() throws InterruptedException {
        begin("first", false);
        begin("second", false);
        begin("visitor", true);
        CountDownLatch ran = new CountDownLatch(1);
        List<Boolean> interrupted = new CopyOnWriteArrayList<>();
        threads.execute(() -> {
            interrupted.add(Thread.currentThread().isInterrupted());
            ran.countDown();
        });
        await(ran);

        assertFalse(interrupted.get(0));
    }
}
