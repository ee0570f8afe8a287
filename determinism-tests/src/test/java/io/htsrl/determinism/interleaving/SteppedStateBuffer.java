package io.htsrl.determinism.interleaving;

import io.htsrl.statebuffer.StateBatch;
import io.htsrl.statebuffer.StateBuffer;

/**
 * {@link io.htsrl.statebuffer.DisruptorStateBuffer} with its ring laid open: a slot is claimed in one access and
 * published in another, availability is read slot by slot, and taken states are claimed by a compare-and-set.
 */
final class SteppedStateBuffer implements StateBuffer {
    private final Conductor conductor;
    private final int[] environments = new int[256];
    private final int[] steps = new int[256];
    private final boolean[] available = new boolean[256];
    private final int[] publishedBy;
    private int claimed;
    private int consumed;
    private boolean closed;

    SteppedStateBuffer(Conductor conductor, int executors) {
        this.conductor = conductor;
        this.publishedBy = new int[executors];
    }

    /** States that an executor has published so far. */
    int publishedBy(int executor) {
        return publishedBy[executor];
    }

    @Override
    public void publish(int environment, int step) {
        conductor.step("claim a slot for environment " + environment);
        int slot = claimed++;
        environments[slot] = environment;
        steps[slot] = step;
        conductor.step("publish slot " + slot);
        available[slot] = true;
        publishedBy[environment % publishedBy.length]++;
    }

    @Override
    public int take(StateBatch batch, int minimum) {
        while (true) {
            conductor.await("take states", () -> closed || isReady(consumed, minimum));
            if (closed) {
                return 0;
            }
            int taken = tryTake(batch, minimum);
            if (taken > 0) {
                return taken;
            }
        }
    }

    private boolean isReady(int from, int minimum) {
        for (int slot = from; slot < from + minimum; slot++) {
            if (!available[slot]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int poll(StateBatch batch, int minimum) {
        while (ready(read(), minimum)) {
            int taken = tryTake(batch, minimum);
            if (taken > 0) {
                return taken;
            }
        }
        return 0;
    }

    private int read() {
        conductor.step("read what is consumed");
        return consumed;
    }

    private boolean ready(int from, int minimum) {
        for (int slot = from; slot < from + minimum; slot++) {
            if (!readAvailable(slot)) {
                return false;
            }
        }
        return true;
    }

    private boolean readAvailable(int slot) {
        conductor.step("look at slot " + slot);
        return available[slot];
    }

    private int tryTake(StateBatch batch, int minimum) {
        int from = read();
        batch.clear();
        while (batch.size() < batch.capacity() && readAvailable(from + batch.size())) {
            int slot = from + batch.size();
            batch.add(environments[slot], steps[slot]);
        }
        if (batch.size() < minimum) {
            return 0;
        }
        conductor.step("claim " + batch.size() + " states from slot " + from);
        if (consumed != from) {
            return 0;
        }
        consumed += batch.size();
        return batch.size();
    }

    @Override
    public void close() {
        closed = true;
    }
}
