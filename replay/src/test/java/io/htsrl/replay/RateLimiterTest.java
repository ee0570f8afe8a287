package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RateLimiterTest {
    /** Whatever the order of calls: within the tolerance, and one side at least may always go on. */
    @Property(tries = 500)
    void shouldKeepTheRatioWithinTheToleranceInEveryOrder(
            @ForAll @Size(max = 400) List<@IntRange(min = 0, max = 2) Integer> calls,
            @ForAll @IntRange(min = 1, max = 40) int a,
            @ForAll @IntRange(min = 1, max = 9) int b,
            @ForAll @IntRange(min = 0, max = 30) int minSize,
            @ForAll @IntRange(min = 1, max = 8) int insert,
            @ForAll @IntRange(min = 1, max = 64) int batch,
            @ForAll @IntRange(min = 0, max = 50) int more) {
        Ratio ratio = new Ratio(a, b);
        long tolerance = RateLimiter.leastTolerance(ratio, insert, batch) + more;
        RateLimiter limiter = new RateLimiter(ratio, minSize, tolerance);
        long begun = 0;
        long inserts = 0;
        long samples = 0;
        Deque<Integer> open = new ArrayDeque<>();
        for (int call : calls) {
            if (call == 0 && limiter.tryInsert(insert)) {
                begun += insert;
                open.add(insert);
            } else if (call == 1 && !open.isEmpty()) {
                limiter.inserted(open.remove());
                inserts += insert;
            } else if (call == 2 && limiter.trySample(batch)) {
                samples += batch;
                assertTrue(inserts >= minSize, "drawn from fewer than the least");
            }
            double target = ratio.value();
            assertTrue(target * (begun - minSize) - samples <= tolerance + 1e-6, "those who insert are ahead");
            assertTrue(samples - target * (inserts - minSize) <= tolerance + 1e-6 || samples == 0, "draws are ahead");
            boolean canDraw = inserts >= minSize && target * (inserts - minSize) - samples - batch >= -tolerance;
            assertTrue(!open.isEmpty() || limiter.admits(insert) || canDraw, "both sides are held");
        }
    }

    /** Each side has threads of its own, for a while: what is left over at the end is within the tolerance. */
    @Test
    void shouldHoldTheRatioBetweenThreads() {
        Ratio ratio = new Ratio(8, 1);
        long tolerance = RateLimiter.leastTolerance(ratio, 4, 32) + 64;
        RateLimiter limiter = new RateLimiter(ratio, 100, tolerance);
        assertTimeoutPreemptively(Duration.ofMinutes(30), () -> {
            Thread[] writers = new Thread[3];
            for (int t = 0; t < writers.length; t++) {
                writers[t] = new Thread(() -> {
                    for (int done = 0; done < 5_000; ) {
                        if (limiter.tryInsert(4)) {
                            limiter.inserted(4);
                            done++;
                        } else {
                            Thread.onSpinWait();
                        }
                    }
                });
                writers[t].start();
            }
            for (long drawn = 0; drawn < (60_000 - 100) * 8 / 32; drawn++) {
                limiter.awaitSample(32);
            }
            for (Thread writer : writers) {
                writer.join();
            }
        });
        assertEquals(8, limiter.ratio(), 0.01);
    }

    @Test
    void shouldLetEverybodyGoWhenItIsClosed() throws Exception {
        RateLimiter limiter = new RateLimiter(new Ratio(1, 1), 10, 5);
        Thread reader = new Thread(() -> {
            try {
                limiter.awaitSample(4);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        reader.start();
        while (reader.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertTrue(limiter.tryInsert(15));
        assertFalse(limiter.tryInsert(1));
        limiter.close();
        assertTimeoutPreemptively(Duration.ofMinutes(30), () -> reader.join());
        assertTrue(limiter.tryInsert(1));
    }

    @Test
    void shouldCountNoSampleForTheFirstInserts() {
        RateLimiter limiter = new RateLimiter(new Ratio(2, 1), 10, 6);
        assertTrue(limiter.tryInsert(10));
        assertFalse(limiter.trySample(1), "begun, and not there yet");
        limiter.inserted(10);
        assertTrue(limiter.trySample(6));
        assertFalse(limiter.trySample(1));
        assertEquals(0, limiter.ratio());
        assertTrue(limiter.tryInsert(6));
        assertFalse(limiter.tryInsert(1), "two samples each, and six ahead");
        limiter.inserted(6);
        assertEquals(1, limiter.ratio());
    }
}
