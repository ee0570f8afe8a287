package io.htsrl.policies.nd4j;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.policies.network.Rows;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** How {@link ParallelGradientNetwork} waits, fails and ends, with two inner networks that do what they are told. */
class ParallelGradientNetworkThreadsTest {
    private static final float[] OBSERVATIONS = {1, 2, 3, 4};

    private final RecordingNetwork first = new RecordingNetwork(2, 1);
    private final RecordingNetwork second = new RecordingNetwork(2, 1);
    private final ParallelGradientNetwork parallel = new ParallelGradientNetwork(4, List.of(first, second));

    @AfterEach
    void close() {
        bounded(parallel::close);
    }

    private static void bounded(Executable test) {
        assertTimeoutPreemptively(Duration.ofSeconds(20), test);
    }

    private float[] forward() {
        float[] outputs = new float[4];
        parallel.forward(Rows.of(OBSERVATIONS, 4), outputs);
        return outputs;
    }

    private static void awaitParked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldRunTheFirstNetworkOnTheCallersThread() {
        bounded(() -> {
            forward();
            assertSame(Thread.currentThread(), first.thread);
            assertNotSame(first.thread, second.thread);
            assertEquals("gradient-1", second.thread.getName());
            assertTrue(second.thread.isDaemon());
        });
    }

    @Test
    void shouldWakeANetworkThatHasGoneToSleep() {
        bounded(() -> {
            for (int repetition = 0; repetition < 20; repetition++) {
                assertArrayEquals(OBSERVATIONS, forward());
                awaitParked(second.thread);
            }
        });
    }

    @Test
    void shouldBeWokenWhenItHasGoneToSleepItself() {
        bounded(() -> {
            Thread caller = Thread.currentThread();
            second.before = () -> awaitParked(caller);
            for (int repetition = 0; repetition < 20; repetition++) {
                assertArrayEquals(OBSERVATIONS, forward());
            }
        });
    }

    @Test
    void shouldFinishAndStayInterruptedWhenInterrupted() {
        bounded(() -> {
            CountDownLatch interrupted = new CountDownLatch(1);
            Thread caller = Thread.currentThread();
            second.before = () -> {
                awaitParked(caller);
                caller.interrupt();
                interrupted.countDown();
            };
            assertArrayEquals(OBSERVATIONS, forward());
            assertEquals(0, interrupted.getCount());
            assertTrue(Thread.interrupted());
        });
    }

    @Test
    void shouldSurfaceAFailureOfAnotherThreadInEveryPass() {
        bounded(() -> {
            forward();
            AssertionError failure = new AssertionError("of the second network");
            second.before = () -> {
                throw failure;
            };
            assertSame(failure, assertThrows(Error.class, () -> parallel.backward(new float[4], new float[1])));
            assertSame(failure, assertThrows(Error.class, () -> parallel.loadParameters(new float[1])));
            assertSame(failure, assertThrows(Error.class, this::forward));
        });
    }

    @Test
    void shouldWorkAgainAfterAFailureButNotDifferentiateAFailedForward() {
        bounded(() -> {
            forward();
            second.before = () -> {
                throw new IllegalStateException("once");
            };
            assertThrows(IllegalStateException.class, this::forward);
            second.before = () -> {};
            assertThrows(IllegalStateException.class, () -> parallel.backward(new float[4], new float[1]));
            assertArrayEquals(OBSERVATIONS, forward());
            float[] gradient = new float[1];
            parallel.backward(new float[4], gradient);
            assertEquals(2, gradient[0]);
        });
    }

    @Test
    void shouldThrowTheFirstNetworksFailureWithTheOthersSuppressed() {
        bounded(() -> {
            RuntimeException ofFirst = new IllegalStateException("first");
            RuntimeException ofSecond = new IllegalStateException("second");
            first.before = () -> {
                throw ofFirst;
            };
            second.before = () -> {
                throw ofSecond;
            };
            assertSame(ofFirst, assertThrows(RuntimeException.class, this::forward));
            assertArrayEquals(new Throwable[] {ofSecond}, ofFirst.getSuppressed());
        });
    }

    @Test
    void shouldWaitForTheOthersBeforeItThrows() {
        bounded(() -> {
            Thread caller = Thread.currentThread();
            boolean[] callerWaited = new boolean[1];
            CountDownLatch callerReturned = new CountDownLatch(1);
            CountDownLatch secondEnded = new CountDownLatch(1);
            first.before = () -> {
                throw new IllegalStateException("first");
            };
            second.before = () -> {
                while (caller.getState() != Thread.State.WAITING && callerReturned.getCount() > 0) {
                    Thread.onSpinWait();
                }
                callerWaited[0] = callerReturned.getCount() > 0;
                secondEnded.countDown();
            };
            assertThrows(IllegalStateException.class, this::forward);
            callerReturned.countDown();
            secondEnded.await();
            assertTrue(callerWaited[0]);
        });
    }

    @Test
    void shouldEndItsThreadsAndCloseTheNetworksOnce() {
        bounded(() -> {
            forward();
            awaitParked(second.thread);
            parallel.close();
            parallel.close();
            assertFalse(second.thread.isAlive());
            assertEquals(1, first.closes);
            assertEquals(1, second.closes);
        });
    }

    @Test
    void shouldRefuseUseAfterClose() {
        bounded(() -> {
            forward();
            parallel.close();
            assertThrows(IllegalStateException.class, this::forward);
            assertThrows(IllegalStateException.class, () -> parallel.loadParameters(new float[1]));
            assertThrows(IllegalStateException.class, () -> parallel.backward(new float[4], new float[1]));
        });
    }

    @Test
    void shouldEndItsThreadsThoughTheCallerIsInterrupted() {
        bounded(() -> {
            forward();
            Thread.currentThread().interrupt();
            parallel.close();
            assertTrue(Thread.interrupted());
            assertFalse(second.thread.isAlive());
        });
    }
}
