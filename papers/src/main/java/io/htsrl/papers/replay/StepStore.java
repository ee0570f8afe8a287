package io.htsrl.papers.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Rows of an {@link IndexedReplay}: a ring for each environment, a frame in each place; the final frame of a truncated
 * episode takes a separate place. One thread at a time writes the ring of an environment. A copy by any other thread is
 * valid only if its place was not claimed meanwhile.
 */
final class StepStore {
    private static final byte TERMINATED = 1;

    private final int length;
    private final int frame;
    private final int actionWidth;
    private final float gamma;
    private final float[] floats;
    private final byte[] bytes;
    private final float[] actions;
    private final float[] rewards;
    private final byte[] flags;
    /** Whether the transition of a place can be drawn; written by the thread of its environment. */
    private final boolean[] live;

    private final boolean[] learnt;
    private final AtomicLongArray heads;
    private final AtomicLongArray claims;
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicInteger learntCount = new AtomicInteger();

    StepStore(ReplayConfig config) {
        length = config.capacity() / config.environments();
        frame = config.frameSpace().size();
        actionWidth = config.actionWidth();
        gamma = (float) config.gamma();
        int places = length * config.environments();
        boolean ofFloats = config.frameSpace().kind() == ObservationSpace.Kind.FLOAT32;
        floats = ofFloats ? new float[Math.multiplyExact(places, frame)] : null;
        bytes = ofFloats ? null : new byte[Math.multiplyExact(places, frame)];
        actions = new float[places * actionWidth];
        rewards = new float[places];
        flags = new byte[places];
        live = new boolean[places];
        learnt = new boolean[places];
        heads = new AtomicLongArray(config.environments());
        claims = new AtomicLongArray(config.environments());
    }

    int places() {
        return rewards.length;
    }

    int size() {
        return size.get();
    }

    /** Returns the number of drawable transitions that updates have used; approximate during writes. */
    int learnt() {
        return learntCount.get();
    }

    int place(int environment, long position) {
        return environment * length + (int) (position % length);
    }

    /** Returns the newest position at a place; negative if none exists yet. */
    long position(int place) {
        long last = heads.get(place / length) - 1;
        return last - Math.floorMod(last - place % length, length);
    }

    // ---- writing: one thread at a time for each environment ----

    /** Claims the next position for writing and returns it. */
    long claim(int environment) {
        long position = heads.get(environment);
        claims.set(environment, position + 1);
        VarHandle.storeStoreFence(); // the claim is visible before the writes that follow
        return position;
    }

    /** Withdraws the transition of a place and returns whether it could be drawn. */
    boolean withdraw(int place) {
        boolean was = live[place];
        if (was) {
            live[place] = false;
            size.decrementAndGet();
            if (learnt[place]) {
                learnt[place] = false;
                learntCount.decrementAndGet();
            }
        }
        return was;
    }

    void publish(int place) {
        live[place] = true;
        size.incrementAndGet();
    }

    void write(
            int environment,
            ObservationSlot observation,
            float[] actionRows,
            int actionOffset,
            float reward,
            boolean terminated) {
        long position = heads.get(environment);
        int place = place(environment, position);
        writeFrame(place, observation);
        System.arraycopy(actionRows, actionOffset, actions, place * actionWidth, actionWidth);
        rewards[place] = reward;
        flags[place] = terminated ? TERMINATED : 0;
        heads.set(environment, position + 1);
    }

    void writeFinal(int environment, ObservationSlot observation) {
        long position = heads.get(environment);
        writeFrame(place(environment, position), observation);
        heads.set(environment, position + 1);
    }

    private void writeFrame(int place, ObservationSlot from) {
        if (floats != null) {
            System.arraycopy(from.floats(), from.offset(), floats, place * frame, frame);
        } else {
            System.arraycopy(from.bytes(), from.offset(), bytes, place * frame, frame);
        }
    }

    // ---- reading: any thread ----

    /** Copies a transition into a row of a batch; returns false if it can't be drawn or was overwritten meanwhile. */
    boolean read(int place, long position, ReplayBatch batch, int row) {
        int environment = place / length;
        long head = heads.get(environment);
        if (!live[place] || position < 0) {
            return false;
        }
        readFrame(place, batch.floatObservations(), batch.byteObservations(), row);
        System.arraycopy(actions, place * actionWidth, batch.actions(), row * actionWidth, actionWidth);
        batch.returns()[row] = rewards[place];
        batch.ages()[row] = head - position;
        boolean terminated = flags[place] == TERMINATED;
        batch.discounts()[row] = terminated ? 0 : gamma;
        if (terminated) {
            clear(batch, row);
        } else if (position + 1 < head) {
            readFrame(
                    place(environment, position + 1), batch.floatNextObservations(), batch.byteNextObservations(), row);
        } else {
            return false;
        }
        return retained(environment, position);
    }

    private boolean retained(int environment, long position) {
        VarHandle.loadLoadFence(); // the copy was read before the claims are
        return claims.get(environment) <= position + length;
    }

    /** Marks a transition as used by an update; returns false if it was overwritten. */
    boolean learnt(int place, long position) {
        boolean current = live[place] && retained(place / length, position);
        if (current && !learnt[place]) {
            learnt[place] = true;
            learntCount.incrementAndGet();
        }
        return current;
    }

    private void readFrame(int place, float[] toFloats, byte[] toBytes, int row) {
        if (floats != null) {
            System.arraycopy(floats, place * frame, toFloats, row * frame, frame);
        } else {
            System.arraycopy(bytes, place * frame, toBytes, row * frame, frame);
        }
    }

    private void clear(ReplayBatch batch, int row) {
        if (floats != null) {
            Arrays.fill(batch.floatNextObservations(), row * frame, (row + 1) * frame, 0);
        } else {
            Arrays.fill(batch.byteNextObservations(), row * frame, (row + 1) * frame, (byte) 0);
        }
    }
}
