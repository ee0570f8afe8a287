package io.htsrl.statebuffer;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.WaitStrategy;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;

/**
 * {@link StateBuffer} on one multi-producer Disruptor ring of at least {@code environments} slots.
 *
 * <p>All consumers share one sequence, {@code consumed}. A consumer copies the events it needs, then moves
 * {@code consumed} past them with a compare-and-set: the copy is valid only if no other consumer moved it. Until it
 * moves, the ring cannot overwrite those slots, so a valid copy is correct. The number of unconsumed events is at most
 * that of outstanding states, so publishing never waits, even while a consumer is preempted.
 */
public final class DisruptorStateBuffer implements StateBuffer {

    /** A ring slot. */
    private static final class StateEvent {
        private int environment;
        private int step;
    }

    private final RingBuffer<StateEvent> ring;
    private final SequenceBarrier published;
    private final Sequence consumed = new Sequence();
    private final RunControl control;

    public DisruptorStateBuffer(int environments, WaitMode waitMode, RunControl control) {
        this(environments, WaitStrategies.of(waitMode), control);
    }

    /** @param waitMode read at each wait: it may change */
    public DisruptorStateBuffer(int environments, Supplier<WaitMode> waitMode, RunControl control) {
        this(environments, WaitStrategies.of(waitMode), control);
    }

    private DisruptorStateBuffer(int environments, WaitStrategy wait, RunControl control) {
        int capacity = Integer.highestOneBit(Math.max(1, environments * 2 - 1));
        this.ring = RingBuffer.createMultiProducer(StateEvent::new, capacity, wait);
        this.published = ring.newBarrier();
        this.control = control;
        ring.addGatingSequences(consumed);
        control.onAbort(published::alert);
    }

    /** Returns the number of slots of the ring: the next power of two. */
    public int capacity() {
        return ring.getBufferSize();
    }

    @Override
    public void publish(int environment, int step) {
        long sequence;
        try {
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException e) {
            throw new IllegalStateException(
                    "state of environment " + environment + " at step " + step
                            + ": more than " + ring.getBufferSize()
                            + " states are outstanding; each environment may have one",
                    e);
        }
        StateEvent event = ring.get(sequence);
        event.environment = environment;
        event.step = step;
        ring.publish(sequence); // release: orders the observation's write before the actor's read
    }

    @Override
    public int take(StateBatch batch, int minimum) {
        try {
            while (true) {
                published.waitFor(consumed.get() + minimum);
                int taken = tryTake(batch, minimum);
                if (taken > 0) {
                    return taken;
                }
                Thread.onSpinWait(); // another consumer was faster, or a publisher is between claim and publish
            }
        } catch (AlertException e) {
            control.checkAborted();
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunAbortedException.INSTANCE;
        } catch (TimeoutException e) {
            throw new IllegalStateException("no wait strategy here has a time-out", e);
        }
    }

    @Override
    public int poll(StateBatch batch, int minimum) {
        // Guarantee 4: a store (this thread's publish) before a load (another thread's). Without the fence the last two
        // publishers could each miss the other's state, and both would wait.
        VarHandle.fullFence();
        while (ready(consumed.get(), minimum)) {
            int taken = tryTake(batch, minimum);
            if (taken > 0) {
                return taken;
            }
        }
        return 0;
    }

    private boolean ready(long from, int minimum) {
        for (int i = 1; i <= minimum; i++) {
            if (!ring.isAvailable(from + i)) {
                return false;
            }
        }
        return true;
    }

    /** Tries once: copies the contiguous published events, then claims them; 0 when another consumer was faster. */
    private int tryTake(StateBatch batch, int minimum) {
        long from = consumed.get();
        batch.clear();
        while (batch.size() < batch.capacity() && ring.isAvailable(from + batch.size() + 1)) {
            StateEvent event = ring.get(from + batch.size() + 1);
            batch.add(event.environment, event.step);
        }
        boolean claimed = batch.size() >= minimum && consumed.compareAndSet(from, from + batch.size());
        return claimed ? batch.size() : 0;
    }

    @Override
    public void close() {
        published.alert();
    }
}
