package io.htsrl.core.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Beginning and completion make up the blocking calls. */
@Timeout(1800)
class RemoteEnvironmentTest {

    /** Answers when the test says so: at the flush, at the request for a wake-up, or from another thread after that. */
    private static final class Answering implements RemoteEnvironment {
        private final AtomicReference<Wakeup> asked = new AtomicReference<>();
        private final List<String> calls = new ArrayList<>();
        private final String when;
        private volatile boolean ready;

        Answering(String when) {
            this.when = when;
        }

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec("Remote", ObservationSpace.floats(1), new ActionSpace.Discrete(9), 0, 0);
        }

        @Override
        public void beginReset(long seed) {
            calls.add("reset " + seed);
        }

        @Override
        public void beginStep(float[] actions, int offset) {
            calls.add("step " + actions[offset]);
        }

        @Override
        public void flush() {
            calls.add("flush");
            ready = when.equals("flush");
        }

        @Override
        public boolean ready() {
            return ready;
        }

        @Override
        public boolean wakeWhenReady(Wakeup wakeup) {
            boolean now = when.equals("asked");
            ready |= now;
            asked.set(wakeup); // last, since the answer may come from here on
            return now;
        }

        void answer() {
            Wakeup wakeup = asked.getAndSet(null);
            while (wakeup == null) {
                Thread.onSpinWait();
                wakeup = asked.getAndSet(null);
            }
            wakeup.wake(); // without need: it must look, and sleep on
            ready = true;
            wakeup.wake();
        }

        @Override
        public void completeReset(ObservationSlot out) {
            ready = false;
            out.set(0, 5);
        }

        @Override
        public void completeStep(ObservationSlot out, StepResult result) {
            ready = false;
            out.set(0, 6);
            result.set(7, true, false);
        }
    }

    private final float[] row = new float[1];
    private final ObservationSlot slot = new ObservationSlot().at(row, 0);
    private final StepResult result = new StepResult();

    private void play(Answering environment) {
        environment.reset(3, slot);
        assertEquals(5, row[0]);
        environment.step(new float[] {0, 4}, 1, slot, result);
        assertEquals(6, row[0]);
        assertEquals(7, result.reward);
        assertTrue(result.terminated);
        assertEquals(List.of("reset 3", "flush", "step 4.0", "flush"), environment.calls);
    }

    @Test
    void shouldGoThroughWithoutSleepWhereTheAnswerIsThere() {
        Answering environment = new Answering("flush");
        play(environment);
        assertEquals(null, environment.asked.get());
    }

    @Test
    void shouldNotSleepWhenTheAnswerComesWhileItAsksForAWakeUp() {
        play(new Answering("asked"));
    }

    @Test
    void shouldSleepUntilItIsWokenForAnAnswer() throws InterruptedException {
        Answering environment = new Answering("later");
        Thread other = new Thread(() -> {
            environment.answer();
            environment.answer();
        });
        other.start();
        environment.reset(3, slot);
        assertEquals(5, row[0]);
        environment.step(new float[] {0, 4}, 1, slot, result);
        other.join();
        assertEquals(6, row[0]);
    }

    @Test
    void shouldEndItsSleepWhenItIsInterrupted() {
        Answering environment = new Answering("never");
        Thread.currentThread().interrupt();
        assertThrows(IllegalStateException.class, () -> environment.reset(3, slot));
        assertTrue(Thread.interrupted(), "who gave the thread up looks at it again");
        assertFalse(environment.ready());
    }

    @Test
    void shouldMakeOnceWhatAGroupShares() {
        ReplicaGroup group = new ReplicaGroup(2);
        Object first = group.shared(Object.class, Object::new);
        assertSame(first, group.shared(Object.class, Object::new));
        assertEquals(2, group.size());
    }
}
