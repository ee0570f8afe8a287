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
import io.htsrl.core.schedule.Waiter;
import io.htsrl.statebuffer.WaitStrategies;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The ring of one executor worker: many actors publish, the worker alone receives. It is also the worker's
 * {@link Wakeup}: a wake-up is an event without an answer, and the ring holds at most one.
 */
final class ActionRing implements ActionInbox, Wakeup {
    private static final int WAKE_UP = -1;

    /** An empty set of requests, to wait for outputs alone. */
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
    private final AtomicBoolean woken = new AtomicBoolean(); // true while the ring holds a wake-up
    private final Waiter waiter; // null without wake-ups: the ring itself waits
    private final RunControl control;

    /**
     * @param environments number of the worker's environments, the maximum number of answers
     * @param wakeUps maximum number of wake-ups in the ring: 1, or 0 if none exist
     */
    ActionRing(int environments, int wakeUps, WaitMode waitMode, RunControl control) {
        this(
                environments,
                wakeUps,
                WaitStrategies.of(wakeUps > 0 ? asleep(waitMode) : waitMode),
                wakeUps > 0 ? new Waiter(waitMode) : null,
                control);
    }

    /** Creates a ring without wake-ups, whose wait mode may change: it is read at each wait. */
    ActionRing(int environments, Supplier<WaitMode> waitMode, RunControl control) {
        this(environments, 0, WaitStrategies.of(waitMode), null, control);
    }

    private ActionRing(int environments, int wakeUps, WaitStrategy wait, Waiter waiter, RunControl control) {
        this.waiter = waiter;
        this.control = control;
        int capacity = Integer.highestOneBit(Math.max(1, (environments + wakeUps) * 2 - 1));
        this.ring = RingBuffer.createMultiProducer(ActionEvent::new, capacity, wait);
        this.published = ring.newBarrier();
        ring.addGatingSequences(received);
        control.onAbort(published::alert);
    }

    /** Returns the wait mode of a thread that has polled for long enough. */
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
        if (!woken.getAndSet(true)) { // otherwise the worker has yet to receive the earlier one
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
        if (wakeUp) { // after its slot is free; acquires the writes of earlier wake-ups that found it set
            woken.getAndSet(false);
        }
        return count;
    }

    @Override
    public int take(int[] environments) {
        int count = 0;
        while (count == 0) {
            count = waiter == null ? awaitEvent(environments) : take(environments, NONE);
        }
        return count;
    }

    @Override
    public int take(int[] environments, PendingRequests requests) {
        waiter.begin();
        int count = await(environments, requests);
        waiter.end();
        return count;
    }

    private int await(int[] environments, PendingRequests requests) {
        int count = poll(environments);
        while (count == 0 && !requests.ready()) {
            control.checkAborted();
            if (!waiter.pause()) {
                return requests.wakeWhenReady(this) ? 0 : awaitEvent(environments);
            }
            count = poll(environments);
        }
        return count;
    }

    /** Waits for an event; 0 when it was a wake-up, or has not arrived yet. */
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
