package io.htsrl.trainer.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.WorkerThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One thread of a run waits for ever, and one works. */
class StallRuleTest {
    private final RunControl control = new RunControl();
    private final WorkerThreads threads = new WorkerThreads(control);
    private final StallRule rule = new StallRule(control, Duration.ofSeconds(1));
    private final CountDownLatch begun = new CountDownLatch(2);
    private final CountDownLatch end = new CountDownLatch(1);
    private Thread stuck;

    /** Ends with the test, whatever becomes of the run. */
    private Worker worker(String role, Runnable before) {
        return new Worker() {
            @Override
            public String roleName() {
                return role;
            }

            @Override
            public void run() throws InterruptedException {
                before.run();
                begun.countDown();
                end.await();
            }
        };
    }

    @BeforeEach
    void start() throws InterruptedException {
        threads.start(List.of(
                worker("executor-0", () -> {
                    stuck = Thread.currentThread();
                    control.waits().ofCurrentThread().enter("wait at barrier");
                }),
                worker("learner", () -> {})));
        begun.await();
    }

    @AfterEach
    void endThreads() {
        end.countDown();
    }

    private void look(int times) {
        for (int look = 0; look < times; look++) {
            rule.look();
        }
    }

    @Test
    void shouldNameAThreadThatNeverLeavesItsWaitAfterAnAbort() {
        IllegalStateException cause = new IllegalStateException("for the test");
        look(StallRule.LOOKS);
        AtomicInteger woken = new AtomicInteger();
        control.onAbort(woken::incrementAndGet);
        control.fail("actor-0", cause);
        look(StallRule.LOOKS);
        assertEquals(0, cause.getSuppressed().length, "it may still be on its way");
        look(1);

        assertEquals(1, cause.getSuppressed().length);
        String message = cause.getSuppressed()[0].getMessage();
        assertTrue(message.contains("executor-0 (wait at barrier)"), message);
        assertFalse(message.contains("learner"), message);
        assertTrue(control.hasGivenUp(stuck));
        assertEquals(2, woken.get(), "who waits is woken once more");
        look(3 * StallRule.LOOKS);
        assertEquals(1, cause.getSuppressed().length, "once");
    }

    @Test
    void shouldFailAnAbortWithoutAFailureThatAThreadDoesNotFollow() {
        control.abort();
        look(StallRule.LOOKS + 1);
        assertEquals("run", control.failure().role());
        assertTrue(control.hasGivenUp(stuck));
    }

    @Test
    void shouldLeaveARunAloneInWhichSomebodyWorks() {
        look(3 * StallRule.LOOKS);
        assertNull(control.failure());
    }
}
