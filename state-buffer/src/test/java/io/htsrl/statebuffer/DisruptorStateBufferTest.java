package io.htsrl.statebuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DisruptorStateBufferTest {
    private static final Duration BOUND = Duration.ofMinutes(30);

    private final RunControl control = new RunControl();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void shouldTakeAllThatIsReadyUpToTheLimitInOrder() {
        StateBuffer buffer = new DisruptorStateBuffer(5, WaitMode.PHASED, control);
        for (int environment = 0; environment < 5; environment++) {
            buffer.publish(environment, 10 + environment);
        }
        StateBatch batch = new StateBatch(3);

        assertEquals(3, buffer.poll(batch, 1));
        assertEquals(List.of(0, 1, 2), environments(batch));
        assertEquals(12, batch.step(2));
        assertEquals(2, buffer.poll(batch, 1));
        assertEquals(List.of(3, 4), environments(batch));
        assertEquals(0, buffer.poll(batch, 1));
    }

    @Test
    void shouldLeaveStatesWhereFewerThanTheMinimumAreReady() {
        StateBuffer buffer = new DisruptorStateBuffer(3, WaitMode.PHASED, control);
        StateBatch batch = new StateBatch(3);
        buffer.publish(0, 0);
        buffer.publish(1, 0);

        assertEquals(0, buffer.poll(batch, 3));
        buffer.publish(2, 0);
        assertEquals(3, buffer.poll(batch, 3));
    }

    @Test
    void shouldRefuseMoreOutstandingStatesThanItHasRoomFor() {
        StateBuffer buffer = new DisruptorStateBuffer(4, WaitMode.PHASED, control);
        for (int environment = 0; environment < 4; environment++) {
            buffer.publish(environment, 0);
        }
        IllegalStateException refused = assertThrows(IllegalStateException.class, () -> buffer.publish(1, 7));
        assertTrue(refused.getMessage().contains("environment 1 at step 7"), refused.getMessage());
    }

    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void shouldEndAWaitWhenClosed(WaitMode mode) throws Exception {
        StateBuffer buffer = new DisruptorStateBuffer(4, mode, control);
        CountDownLatch started = new CountDownLatch(1);
        Future<Integer> taken = threads.submit(() -> {
            started.countDown();
            return buffer.take(new StateBatch(4), 1);
        });
        started.await();
        buffer.close();
        assertEquals(0, assertTimeoutPreemptively(BOUND, () -> taken.get()));
    }

    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void shouldEndAWaitWhenTheRunIsAborted(WaitMode mode) throws Exception {
        StateBuffer buffer = new DisruptorStateBuffer(4, mode, control);
        CountDownLatch started = new CountDownLatch(1);
        Future<Boolean> aborted = threads.submit(() -> {
            started.countDown();
            assertThrows(RunAbortedException.class, () -> buffer.take(new StateBatch(4), 1));
            return true;
        });
        started.await();
        control.fail("learner", new IllegalStateException("for the test"));
        assertTrue(assertTimeoutPreemptively(BOUND, () -> aborted.get()));
    }

    /**
     * Publishers and servers at once: each state is taken exactly once, and nobody is left waiting (guarantees 1-4).
     */
    @ParameterizedTest
    @EnumSource(
            value = WaitMode.class,
            names = {"PHASED", "BLOCKING"})
    void shouldHandEveryStateToExactlyOneActor(WaitMode mode) throws Exception {
        int environments = 7;
        int steps = 3000;
        StateBuffer buffer = new DisruptorStateBuffer(environments, mode, control);
        Answers answers = new Answers(environments);
        List<Callable<Void>> publishers = new ArrayList<>();
        for (int e = 0; e < environments; e++) {
            int environment = e;
            publishers.add(() -> {
                for (int step = 0; step < steps; step++) {
                    buffer.publish(environment, step);
                    answers.await(environment);
                }
                return null;
            });
        }
        List<Future<Integer>> actors = new ArrayList<>();
        for (int actor = 0; actor < 3; actor++) {
            actors.add(threads.submit(() -> serveUntilClosed(buffer, answers)));
        }
        assertTimeoutPreemptively(BOUND, () -> {
            for (Future<Void> publisher : threads.invokeAll(publishers)) {
                publisher.get();
            }
            buffer.close();
            int served = 0;
            for (Future<Integer> actor : actors) {
                served += actor.get();
            }
            assertEquals(environments * steps, served);
        });
    }

    /** No actors: whoever publishes serves or is served, in lockstep (all or nothing) and free (whatever is ready). */
    @ParameterizedTest
    @EnumSource(value = WaitMode.class, names = "PHASED")
    void shouldNeverLeaveAStateBehindWhenPublishersServe(WaitMode mode) {
        int environments = 4;
        int steps = 5000;
        for (int minimum : new int[] {1, environments}) {
            StateBuffer buffer = new DisruptorStateBuffer(environments, mode, control);
            Answers answers = new Answers(environments);
            List<Callable<Void>> publishers = new ArrayList<>();
            for (int e = 0; e < environments; e++) {
                int environment = e;
                publishers.add(() -> {
                    StateBatch batch = new StateBatch(environments);
                    for (int step = 0; step < steps; step++) {
                        buffer.publish(environment, step);
                        answers.give(batch, buffer.poll(batch, minimum));
                        answers.await(environment);
                    }
                    return null;
                });
            }
            assertTimeoutPreemptively(BOUND, () -> {
                for (Future<Void> publisher : threads.invokeAll(publishers)) {
                    publisher.get();
                }
            });
            for (int environment = 0; environment < environments; environment++) {
                assertEquals(steps, answers.counts.get(environment));
            }
        }
    }

    /** Answers of each environment. A thread that waits for one sleeps: on a busy machine others need the cores. */
    private static final class Answers {
        private final AtomicIntegerArray counts;
        private final Semaphore[] given;

        Answers(int environments) {
            counts = new AtomicIntegerArray(environments);
            given = new Semaphore[environments];
            Arrays.setAll(given, environment -> new Semaphore(0));
        }

        /** A state's step must be the number of answers before it: taken twice or torn, this fails. */
        void give(StateBatch batch, int taken) {
            for (int i = 0; i < taken; i++) {
                int before = counts.getAndIncrement(batch.environment(i));
                if (before != batch.step(i)) {
                    throw new AssertionError("state " + batch.step(i) + " answered after " + before + " answers");
                }
                given[batch.environment(i)].release();
            }
        }

        void await(int environment) throws InterruptedException {
            given[environment].acquire();
        }
    }

    private static int serveUntilClosed(StateBuffer buffer, Answers answers) {
        StateBatch batch = new StateBatch(3);
        int served = 0;
        int taken = buffer.take(batch, 1);
        while (taken > 0) {
            answers.give(batch, taken);
            served += taken;
            taken = buffer.take(batch, 1);
        }
        return served;
    }

    private static List<Integer> environments(StateBatch batch) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            list.add(batch.environment(i));
        }
        return list;
    }

    /** A consumer goes to sleep under one mode, and is woken although the mode is another one by then. */
    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void shouldWakeWhoSleepsUnderAnEarlierMode(WaitMode later) {
        AtomicReference<WaitMode> mode = new AtomicReference<>();
        RunControl control = new RunControl();
        assertTimeoutPreemptively(Duration.ofMinutes(30), () -> {
            for (WaitMode first : List.of(WaitMode.BLOCKING, WaitMode.PHASED)) {
                mode.set(first);
                DisruptorStateBuffer buffer = new DisruptorStateBuffer(1, mode::get, control);
                StateBatch batch = new StateBatch(1);
                Thread consumer = new Thread(() -> buffer.take(batch, 1));
                consumer.start();
                while (consumer.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait(); // until it sleeps
                }
                mode.set(later);
                buffer.publish(0, 7);
                consumer.join();
                assertEquals(7, batch.step(0));
            }
        });
    }
}
