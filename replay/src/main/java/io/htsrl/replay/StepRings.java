package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.state.RawArrays;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

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
    private final int nStep; // of a row's return
    private final double gamma;
    final FrameStore frames;
    final float[] actions;
    final float[] rewards;
    final byte[] flags;
    private final SequenceConfig sequences;
    private final float[] states; // of sequences: [environments][slots][state]
    private final int slots;
    private final long[] heads;
    private final long[] claims;

    StepRings(ReplayConfig config) {
        length = config.ringLength();
        environments = config.environments();
        history = config.frameStack() - 1;
        actionWidth = config.actionWidth();
        nStep = config.sequences().nStep(config.nStep());
        gamma = config.gamma();
        int places = length * environments;
        frames = new FrameStore(config.frameSpace(), places);
        actions = new float[Math.multiplyExact(places, actionWidth)];
        rewards = new float[places];
        flags = new byte[places];
        sequences = config.sequences();
        slots = sequences.states(length);
        states = new float[Math.multiplyExact(environments * slots, sequences.stateSize())];
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

    /** Returns the newest position at {@code place}; negative when none exists. */
    long position(int place) {
        int environment = place / length;
        long last = head(environment) - 1;
        long back = Math.floorMod(last - place % length, (long) length);
        return last - back;
    }

    /**
     * Returns whether the transition or sequence that begins at {@code position}, its burn-in and the frames stacked
     * below were intact until now.
     */
    boolean retained(int environment, long position) {
        VarHandle.acquireFence(); // the copy was read before the claim is
        return position >= oldest((long) LONGS.getAcquire(claims, environment));
    }

    /** Returns the oldest position whose stack and burn-in are complete when {@code written} positions are written. */
    long oldest(long written) {
        return written - length + history + sequences.burnIn();
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

    /**
     * Keeps the state before a step if a sequence's burn-in begins with it.
     *
     * @param step of its episode
     * @param source states before the steps just written, {@code [environments][state]}
     */
    void writeState(int environment, long position, long step, float[] source) {
        if (slots > 0 && step > 0 && (step + sequences.burnIn()) % sequences.period() == 0) {
            int size = sequences.stateSize();
            System.arraycopy(source, environment * size, states, stateAt(environment, position), size);
        }
    }

    /**
     * Returns the offset of a position's state. Those that sequences need are a period apart: before the first step of
     * a sequence in another episode lie a burn-in and the end of its episode. So each has its slot alone.
     */
    private int stateAt(int environment, long position) {
        int slot = (int) Math.floorMod(Math.floorDiv(position, sequences.period()), (long) slots);
        return (environment * slots + slot) * sequences.stateSize();
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
        RawArrays.write(out, actions, first * actionWidth, count * actionWidth);
        RawArrays.write(out, rewards, first, count);
        RawArrays.write(out, flags, first, count);
        frames.save(first, first + count, out);
    }

    void load(int environment, int from, int to, DataInput in) throws IOException {
        int first = environment * length + from;
        int count = Math.max(0, Math.min(to, used(environment)) - from);
        RawArrays.read(in, actions, first * actionWidth, count * actionWidth);
        RawArrays.read(in, rewards, first, count);
        RawArrays.read(in, flags, first, count);
        frames.load(first, first + count, in);
    }

    /** Writes the stored states of an environment. */
    void saveStates(int environment, DataOutput out) throws IOException {
        RawArrays.write(out, states, environment * slots * sequences.stateSize(), slots * sequences.stateSize());
    }

    void loadStates(int environment, DataInput in) throws IOException {
        RawArrays.read(in, states, environment * slots * sequences.stateSize(), slots * sequences.stateSize());
    }

    /** Returns the number of used places of an environment: the first ones of its ring. */
    int used(int environment) {
        return (int) Math.min(length, heads[environment]);
    }

    /**
     * Fills a row with the n-step transition that begins at {@code position}: the stack of frames acted on, the rewards
     * up to n steps or the end of the episode, and what to bootstrap from. The copy is valid only if the position is
     * still retained afterwards.
     */
    void read(int environment, long position, ReplayBatch batch, int row) {
        readStack(environment, position, batch.observation(row));
        int steps = readStep(environment, position, batch, row);
        if (steps == 0) {
            frames.clear(batch.next(row), history + 1);
        } else {
            readStack(environment, position + steps, batch.next(row)); // a truncated episode's final frame is there
        }
    }

    /** Fills a column with the sequence that begins at {@code position}, as {@link #read} fills a row. */
    void readSequence(int environment, long position, ReplayBatch batch, int column) {
        SequenceRows to = batch.sequences();
        int burnIn = burnIn(environment, position);
        long first = position - burnIn;
        int most = burnIn + sequences.length() + nStep;
        int end = burnIn;
        int rows = 0;
        for (byte ending = 0; rows < most && (ending & (TERMINATED | FINAL)) == 0; rows++) {
            int row = to.row(rows, column);
            readStack(environment, first + rows, batch.observation(row));
            ending = flags[place(environment, first + rows)];
            if (rows >= burnIn && rows < burnIn + sequences.length() && (ending & FINAL) == 0) {
                int steps = readStep(environment, first + rows, batch, row);
                to.next[row] = steps == 0 ? row : to.row(rows + steps, column);
                end = rows + 1;
            }
        }
        int size = sequences.stateSize();
        if (size == 0 || (flags[place(environment, first)] & FIRST) != 0) {
            Arrays.fill(to.states, column * size, (column + 1) * size, 0);
        } else {
            System.arraycopy(states, stateAt(environment, first), to.states, column * size, size);
        }
        to.set(column, burnIn, end, rows);
        for (int step = rows; step < sequences.span(nStep); step++) {
            frames.clear(batch.observation(to.row(step, column)), history + 1);
        }
    }

    private int burnIn(int environment, long position) {
        int steps = 0;
        while (steps < sequences.burnIn() && (flags[place(environment, position - steps)] & FIRST) == 0) {
            steps++;
        }
        return steps;
    }

    /**
     * Fills action, return and discount of a row. Return and discount are accumulated in double, forwards: {@code R =
     * Σ_k γ^k r_k} (Hessel et al. 2018).
     *
     * @return the steps m until it bootstraps; 0 where the episode terminates before
     */
    private int readStep(int environment, long position, ReplayBatch batch, int row) {
        readAction(environment, position, batch, row);
        double sum = 0;
        double discount = 1;
        byte ending = 0;
        int steps = 0;
        while (steps < nStep && (ending & (TERMINATED | TRUNCATED)) == 0) {
            int place = place(environment, position + steps);
            sum += discount * rewards[place];
            discount *= gamma;
            ending = flags[place];
            steps++;
        }
        batch.returns()[row] = (float) sum;
        boolean terminated = (ending & TERMINATED) != 0;
        batch.discounts()[row] = terminated ? 0 : (float) discount;
        return terminated ? 0 : steps;
    }

    void readAction(int environment, long position, ReplayBatch batch, int row) {
        int place = place(environment, position);
        System.arraycopy(actions, place * actionWidth, batch.actions(), row * actionWidth, actionWidth);
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
