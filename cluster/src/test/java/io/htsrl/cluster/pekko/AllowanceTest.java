package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(1800)
class AllowanceTest {
    private static final long MOST = 1000;

    private final Allowance allowance = new Allowance(MOST);

    /** Four threads make what one takes; never more than the allowance waits. */
    @Test
    void shouldNeverLetMoreWaitThanItMay() throws Exception {
        AtomicLong waiting = new AtomicLong();
        AtomicLong most = new AtomicLong();
        AtomicLong made = new AtomicLong();
        List<Thread> makers = new ArrayList<>();
        for (int maker = 0; maker < 4; maker++) {
            int size = 100 + 100 * maker;
            makers.add(new Thread(() -> {
                for (int i = 0; i < 50; i++) {
                    allowance.take(size);
                    most.accumulateAndGet(waiting.addAndGet(size), Math::max);
                    made.addAndGet(size);
                }
            }));
        }
        makers.forEach(Thread::start);
        for (long taken = 0; taken < 50 * 1000; ) {
            long some = waiting.getAndSet(0);
            taken += some;
            allowance.give(some);
            Thread.yield();
        }
        for (Thread maker : makers) {
            maker.join();
        }

        assertTrue(most.get() <= MOST, most + " bytes waited");
        assertEquals(50 * 1000, made.get());
        assertEquals(0, allowance.taken());
    }

    @Test
    void shouldLetAParcelOfMoreThanAllWaitAlone() {
        allowance.take(5 * MOST);

        assertEquals(5 * MOST, allowance.taken());
    }

    @Test
    void shouldLetGoOfWhoWaitsWhenAllIsOver() throws Exception {
        allowance.take(MOST);
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
            begun.countDown();
            allowance.take(1);
        });
        begun.await();

        allowance.close();

        waiting.get();
    }
}
