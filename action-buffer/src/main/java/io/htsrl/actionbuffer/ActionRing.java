package io.htsrl.actionbuffer;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.WaitStrategy;
import io.htsrl.core.environment.Wakeup;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.statebuffer.WaitStrategies;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The ring of one executor worker: many actors publish, the worker alone receives. It is the worker's {@link Wakeup}
 * too: a wake-up is an event that is no answer, of which one at most lies in the ring.
 */
final class ActionRing implements ActionInbox, Wakeup {
    private static final int WAKE_UP = -1;

    /** No requests: outputs alone. */
    private static final PendingRequests NONE = new PendingRequests() {
        @Override
        public boolean ready() {
            return false;
        }

        @Override
        public boolean wakeWhenReady(Wakeup wakeup) {
            return false;
        }
    };

    /** A ring slot. */
    private static final class ActionEvent {
        private int environment;
    }

    private final RingBuffer<ActionEvent> ring;
    private final SequenceBarrier published;
    private final Sequence received = new Sequence();
    private final AtomicBoolean woken = new AtomicBoolean(); // a wake-up lies in the ring
    private final Backoff backoff; // null where nobody wakes: the ring passes the time itself
    private final RunControl control;

    /**
     * @param environments that the worker owns: the most answers there can be
     * @param wakeUps      how many wake-ups can be there besides: 1, or 0 where nobody wakes
     */
    ActionRing(int environments, int wakeUps, WaitMode waitMode, RunControl control) {
        this(
                environments,
                wakeUps,
                WaitStrategies.of(wakeUps > 0 ? asleep(waitMode) : waitMode),
                wakeUps > 0 ? new Backoff(waitMode) : null,
                control);
    }

    /** A ring without wake-ups, whose wait mode may change: it is asked at each wait. */
    ActionRing(int environments, Supplier<WaitMode> waitMode, RunControl control) {
        this(environments, 0, WaitStrategies.of(waitMode), null, control);
    }

    private ActionRing(int environments, int wakeUps, WaitStrategy wait, Backoff backoff, RunControl control) {
        this.backoff = backoff;
        this.control = control;
        int capacity = Integer.highestOneBit(Math.max(1, (environments + wakeUps) * 2 - 1));
        this.ring = RingBuffer.createMultiProducer(ActionEvent::new, capacity, wait);
        this.published = ring.newBarrier();
        ring.addGatingSequences(received);
        control.onAbort(published::alert);
    }

    /** How it waits that has looked for long enough. */
    private static WaitMode asleep(WaitMode mode) {
        return mode == WaitMode.PHASED ? WaitMode.BLOCKING : mode;
    }

    int capacity() {
        return ring.getBufferSize();
    }

    void publish(int environment) {
        long sequence;
        try {
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException e) {
            throw new IllegalStateException(
                    "environment " + environment + " was answered while " + ring.getBufferSize()
                            + " answers wait: each state may be answered once",
                    e);
        }
        ring.get(sequence).environment = environment;
        ring.publish(sequence); // release: orders the output row's write before the executor's read
    }

    @Override
    public void wake() {
        if (!woken.getAndSet(true)) { // else the worker has yet to look
            publish(WAKE_UP);
        }
    }

    @Override
    public int poll(int[] environments) {
        long from = received.get();
        long next = from;
        int count = 0;
        boolean wakeUp = false;
        while (count < environments.length && ring.isAvailable(next + 1)) {
            int environment = ring.get(++next).environment;
            if (environment == WAKE_UP) {
                wakeUp = true;
            } else {
                environments[count++] = environment;
            }
        }
        if (next > from) {
            received.set(next);
        }
        if (wakeUp) { // after its place is free; acquires what came before the wake-ups that found it set
            woken.getAndSet(false);
        }
        return count;
    }

    @Override
    public int take(int[] environments) {
        int count = 0;
        while (count == 0) {
            count = backoff == null ? awaitEvent(environments) : take(environments, NONE);
        }
        return count;
    }

    @Override
    public int take(int[] environments, PendingRequests requests) {
        backoff.begin();
        int count = await(environments, requests);
        backoff.end();
        return count;
    }

    private int await(int[] environments, PendingRequests requests) {
        int count = poll(environments);
        while (count == 0 && !requests.ready()) {
            control.checkAborted();
            if (!backoff.pause()) {
                return requests.wakeWhenReady(this) ? 0 : awaitEvent(environments);
            }
            count = poll(environments);
        }
        return count;
    }

    /** Waits for an event; 0 when that was a wake-up, or is not there yet. */
    private int awaitEvent(int[] environments) {
        try {
            published.waitFor(received.get() + 1);
            int count = poll(environments);
            if (count == 0) {
                Thread.onSpinWait(); // an actor is between claim and publish
            }
            return count;
        } catch (AlertException e) {
            throw RunAbortedException.INSTANCE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunAbortedException.INSTANCE;
        } catch (TimeoutException e) {
            throw new IllegalStateException("no wait strategy here has a time-out", e);
        }
    }
}
