package io.htsrl.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            threads.start(List.of(waiting, failing));
            threads.join();
        });
        assertEquals("executor-1", control.failure().role());
        assertSame(cause, control.failure().cause());
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
        threads.start(List.of(worker("learner", () -> name[0] = Thread.currentThread().getName())));
        threads.join();
        assertEquals("learner", name[0]);
    }
}
