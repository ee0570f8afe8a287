package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.state.Bulk;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The stored steps as a struct of arrays: one ring per environment. A step's place is {@code environment * length +
 * position % length}; positions count from 0 without end. A truncated episode's final observation takes a separate
 * place after the last step, so every frame is stored once.
 *
 * <p>Thread rule: one writer for each environment, which claims a place, writes it and advances. Readers copy first and
 * call {@link #retained} afterwards: a claim is visible before anything that is written under it, so a copy whose
 * position is still retained is intact.
 */
final class StepRings {
    static final byte TERMINATED = 1;
    static final byte TRUNCATED = 2;
    /** Flag of the first step of an episode. */
    static final byte FIRST = 4;
    /** Flag of the final observation of a truncated episode, which is no step. */
    static final byte FINAL = 8;

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    final int length;
    final int environments;
    private final int history;
    private final int actionWidth;
    private final int nStep;
    private final double gamma;
    final FrameStore frames;
    final float[] actions;
    final float[] rewards;
    final byte[] flags;
    private final long[] heads;
    private final long[] claims;

    StepRings(ReplayConfig config) {
        length = config.ringLength();
        environments = config.environments();
        history = config.frameStack() - 1;
        actionWidth = config.actionWidth();
        nStep = config.nStep();
        gamma = config.gamma();
        int places = length * environments;
        frames = new FrameStore(config.frameSpace(), places);
        actions = new float[Math.multiplyExact(places, actionWidth)];
        rewards = new float[places];
        flags = new byte[places];
        heads = new long[environments];
        claims = new long[environments];
    }

    int places() {
        return length * environments;
    }

    /** Returns a valid place in any case, since an overtaken reader may follow flags of another episode. */
    int place(int environment, long position) {
        return environment * length + Math.floorMod(position, length);
    }

    /** Returns the position that the next step of an environment takes; all below it are written. */
    long head(int environment) {
        return (long) LONGS.getAcquire(heads, environment);
    }

    /** Returns the newest position at {@code place}; negative when there is none. */
    long position(int place) {
        int environment = place / length;
        long last = head(environment) - 1;
        long back = Math.floorMod(last - place % length, (long) length);
        return last - back;
    }

    /**
     * Returns whether the transition that begins at {@code position}, and the frames stacked below it, were intact
     * until now.
     */
    boolean retained(int environment, long position) {
        VarHandle.acquireFence(); // the copy was read before the claim is
        return position >= oldest((long) LONGS.getAcquire(claims, environment));
    }

    /** Returns the oldest position whose stack is complete when {@code written} positions are written. */
    long oldest(long written) {
        return written - length + history;
    }

    /** Announces that the place of the next position is about to be overwritten, and returns that position. */
    long claim(int environment) {
        long position = heads[environment];
        LONGS.setRelease(claims, environment, position + 1);
        VarHandle.storeStoreFence(); // the claim is visible before what is written under it
        return position;
    }

    /** Writes a frame and its flags to the claimed place. Visible with {@link #advance}. */
    int write(int environment, ObservationSlot frame, byte flag) {
        int place = place(environment, heads[environment]);
        frames.write(place, frame);
        flags[place] = flag;
        return place;
    }

    /** Marks the episode as cut off after a step that is written. */
    void truncate(int environment, long position) {
        flags[place(environment, position)] |= TRUNCATED;
    }

    void writeStep(int place, float[] actionRow, int offset, float reward) {
        System.arraycopy(actionRow, offset, actions, place * actionWidth, actionWidth);
        rewards[place] = reward;
    }

    /** Makes the place just written readable. */
    void advance(int environment) {
        LONGS.setRelease(heads, environment, heads[environment] + 1);
    }

    void setHead(int environment, long head) {
        heads[environment] = head;
        claims[environment] = head;
    }

    /** Writes the used ones of the places {@code [from, to)} of a ring. */
    void save(int environment, int from, int to, DataOutput out) throws IOException {
        int first = environment * length + from;
        int count = Math.max(0, Math.min(to, used(environment)) - from);
        Bulk.write(out, actions, first * actionWidth, count * actionWidth);
        Bulk.write(out, rewards, first, count);
        Bulk.write(out, flags, first, count);
        frames.save(first, first + count, out);
    }

    void load(int environment, int from, int to, DataInput in) throws IOException {
        int first = environment * length + from;
        int count = Math.max(0, Math.min(to, used(environment)) - from);
        Bulk.read(in, actions, first * actionWidth, count * actionWidth);
        Bulk.read(in, rewards, first, count);
        Bulk.read(in, flags, first, count);
        frames.load(first, first + count, in);
    }

    /** Returns the number of used places of an environment: the first ones of its ring. */
    int used(int environment) {
        return (int) Math.min(length, heads[environment]);
    }

    /**
     * Fills a row with the n-step transition that begins at {@code position}: the stack of frames acted on, the rewards
     * up to n steps or the end of the episode, and what to bootstrap from. Return and discount are accumulated in
     * double, forwards: {@code R = Σ_k γ^k r_k} (Hessel et al. 2018). The copy is valid only if the position is still
     * retained afterwards.
     */
    void read(int environment, long position, ReplayBatch batch, int row) {
        readStack(environment, position, batch.observation(row));
        int place = place(environment, position);
        System.arraycopy(actions, place * actionWidth, batch.actions(), row * actionWidth, actionWidth);
        double sum = 0;
        double discount = 1;
        byte ending = 0;
        int steps = 0;
        while (steps < nStep && (ending & (TERMINATED | TRUNCATED)) == 0) {
            place = place(environment, position + steps);
            sum += discount * rewards[place];
            discount *= gamma;
            ending = flags[place];
            steps++;
        }
        batch.returns()[row] = (float) sum;
        if ((ending & TERMINATED) != 0) {
            batch.discounts()[row] = 0;
            frames.clear(batch.next(row), history + 1);
        } else {
            batch.discounts()[row] = (float) discount;
            readStack(environment, position + steps, batch.next(row)); // a truncated episode's final frame is there
        }
    }

    /** Reads S frames up to {@code position}, the oldest first; an episode's first frame replaces those before it. */
    private void readStack(int environment, long position, ObservationSlot to) {
        long current = position;
        for (int frame = history; frame >= 0; frame--) {
            int place = place(environment, current);
            frames.read(place, to, frame);
            if ((flags[place] & FIRST) == 0) {
                current--;
            }
        }
    }
}
