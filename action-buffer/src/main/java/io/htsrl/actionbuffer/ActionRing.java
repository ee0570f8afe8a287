package io.htsrl.actionbuffer;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.statebuffer.WaitStrategies;

/** The ring of one executor worker: many actors publish, the worker alone receives. */
final class ActionRing implements ActionInbox {

    /** A ring slot. */
    private static final class ActionEvent {
        private int environment;
    }

    private final RingBuffer<ActionEvent> ring;
    private final SequenceBarrier published;
    private final Sequence received = new Sequence();

    /** @param environments that the worker owns: the most answers there can be */
    ActionRing(int environments, WaitMode waitMode, RunControl control) {
        int capacity = Integer.highestOneBit(Math.max(1, environments * 2 - 1));
        this.ring = RingBuffer.createMultiProducer(ActionEvent::new, capacity, WaitStrategies.of(waitMode));
        this.published = ring.newBarrier();
        ring.addGatingSequences(received);
        control.onAbort(published::alert);
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
    public int poll(int[] environments) {
        long from = received.get();
        int count = 0;
        while (count < environments.length && ring.isAvailable(from + count + 1)) {
            environments[count] = ring.get(from + count + 1).environment;
            count++;
        }
        if (count > 0) {
            received.set(from + count);
        }
        return count;
    }

    @Override
    public int take(int[] environments) {
        try {
            while (true) {
                published.waitFor(received.get() + 1);
                int count = poll(environments);
                if (count > 0) {
                    return count;
                }
                Thread.onSpinWait(); // an actor is between claim and publish
            }
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
