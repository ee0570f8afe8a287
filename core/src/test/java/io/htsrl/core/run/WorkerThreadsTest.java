package io.htsrl.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WorkerThreadsTest {
    private final RunControl control = new RunControl();
    private final WorkerThreads threads = new WorkerThreads(control);

    /** A worker of one lambda. */
    private static Worker worker(String role, Task task) {
        return new Worker() {
            @Override
            public String roleName() {
                return role;
            }

            @Override
            public void run() throws Exception {
                task.run();
            }
        };
    }

    private interface Task {
        void run() throws Exception;
    }

    @Test
    void shouldEndEveryWaitOnTheFirstFailure() {
        CountDownLatch released = new CountDownLatch(1);
        control.onAbort(released::countDown);
        Error cause = new AssertionError("for the test");
        Worker waiting = worker("actor-0", () -> {
            released.await();
            control.checkAborted();
        });
        Worker failing = worker("executor-1", () -> {
            throw cause;
        });
        assertTimeoutPreemptively(Duration.ofMinutes(30), () -> {
            threads.start(List.of(waiting, failing));
            threads.join();
        });
        assertEquals("executor-1", control.failure().role());
        assertSame(cause, control.failure().cause());
    }

    @Test
    void shouldGiveUpAThreadThatDoesNotEndAfterAnAbort() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        Thread[] stuck = new Thread[1];
        WorkerThreads impatient = new WorkerThreads(control, Duration.ofMillis(1));
        impatient.start(List.of(worker("executor-0", () -> {
            stuck[0] = Thread.currentThread();
            control.abort();
            release.await();
        })));
        assertTimeoutPreemptively(Duration.ofMinutes(30), impatient::join);
        assertTrue(control.hasGivenUp(stuck[0]));
        assertTrue(control.hasStragglers());
        release.countDown();
        stuck[0].join();
        assertFalse(control.hasStragglers(), "it has come back after all");
    }

    @Test
    void shouldNameAThreadThatDoesNotLeaveItsWaitAfterAnAbort() throws InterruptedException {
        CountDownLatch waiting = new CountDownLatch(2);
        CountDownLatch release = new CountDownLatch(1);
        WorkerThreads impatient = new WorkerThreads(control, Duration.ofMillis(1));
        impatient.start(List.of(
                worker("executor-0", () -> {
                    control.waits().ofCurrentThread().enter("wait at barrier");
                    waiting.countDown();
                    release.await();
                }),
                worker("learner", () -> {
                    waiting.countDown();
                    release.await();
                })));
        waiting.await();
        IllegalStateException cause = new IllegalStateException("for the test");
        control.fail("actor-0", cause);
        impatient.join();
        release.countDown();

        assertEquals(1, cause.getSuppressed().length);
        String message = cause.getSuppressed()[0].getMessage();
        assertTrue(
                message.contains("have not left their waits: executor-0 (wait at barrier). This is a fault"), message);
    }

    @Test
    void shouldWaitForThreadsThatEndAfterAnAbort() throws InterruptedException {
        CountDownLatch aborted = new CountDownLatch(1);
        control.onAbort(aborted::countDown);
        WorkerThreads patient = new WorkerThreads(control, Duration.ofMinutes(30));
        patient.start(List.of(worker("executor-0", control::abort), worker("learner", aborted::await)));
        patient.join();
        assertFalse(control.hasStragglers());
    }

    @Test
    void shouldKeepTheFirstFailure() {
        control.fail("learner", new IllegalStateException("first"));
        control.fail("actor-0", new IllegalStateException("second"));
        assertEquals("learner", control.failure().role());
        assertTrue(control.aborted());
    }

    @Test
    void shouldRunLateHooksAtOnceWhenAborted() {
        control.abort();
        CountDownLatch ran = new CountDownLatch(1);
        control.onAbort(ran::countDown);
        assertEquals(0, ran.getCount());
        assertNull(control.failure());
    }

    @Test
    void shouldNameThreadsAfterRoles() throws InterruptedException {
        String[] name = new String[1];
        threads.start(
                List.of(worker("learner", () -> name[0] = Thread.currentThread().getName())));
        threads.join();
        assertEquals("learner", name[0]);
    }
}
