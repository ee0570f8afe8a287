package io.htsrl.storage;

import io.htsrl.core.environment.ObservationArray;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.state.RawArrays;
import io.htsrl.storage.BankDifference.Value;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The last observations of one environment's truncated episodes within an interval, in order of steps; their values are
 * bootstrapped. Thread rule of {@link StorageBank}. Grows to the largest number needed, then allocates no more.
 */
public final class FinalObservations {
    private final ObservationSpace space;
    private final int stack;
    private ObservationArray frames;
    private int[] steps = new int[1];
    private int count;

    /** @param frameStack S: whole stacks are kept, since they are few */
    FinalObservations(ObservationSpace space, int frameStack) {
        this.space = space;
        this.stack = frameStack;
        this.frames = newFrames(1);
    }

    private ObservationArray newFrames(int capacity) {
        return new ObservationArray(space.kind(), Math.multiplyExact(capacity, stack), space.size());
    }

    void clear() {
        count = 0;
    }

    /** Stores the observation after {@code step}. */
    void keep(int step, FrameRows source, int column) {
        add(step);
        source.copyStack(step + 1, column, frames, (count - 1) * stack);
    }

    void copy(FinalObservations source) {
        clear();
        while (count < source.count) {
            add(source.steps[count]);
        }
        frames.copy(source.frames, 0, 0, count * stack);
    }

    /** Makes room for one more. */
    private void add(int step) {
        if (count == steps.length) {
            grow();
        }
        steps[count++] = step;
    }

    private void grow() {
        ObservationArray before = frames;
        frames = newFrames(steps.length * 2);
        frames.copy(before, 0, 0, steps.length * stack);
        steps = Arrays.copyOf(steps, steps.length * 2);
    }

    /** Returns the number of truncated episodes. */
    public int count() {
        return count;
    }

    /** Returns the step that truncated episode {@code index}. */
    public int step(int index) {
        return steps[index];
    }

    /** Points the batch at these observations and adds the one of episode {@code index}. */
    public void bind(ObservationBatch batch, int index) {
        batch.over(frames, stack, space.size());
        batch.add(newest(index) * space.size());
    }

    /** Points {@code slot} at the last frame of episode {@code index}. */
    public ObservationSlot slot(int index, ObservationSlot slot) {
        return frames.at(newest(index), slot);
    }

    private int newest(int index) {
        return (index + 1) * stack - 1;
    }

    /** Returns the number of elements of {@code stacks} stacks. */
    private int size(int stacks) {
        return stacks * stack * space.size();
    }

    /** Absorbs the count and, if it is not 0, the steps and the stacks. */
    void digest(BitHasher hasher) {
        hasher.integer(count);
        if (count > 0) {
            hasher.ints(steps, 0, count);
            if (frames.floats() != null) {
                hasher.floats(frames.floats(), 0, size(count));
            } else {
                hasher.bytes(frames.bytes(), 0, size(count));
            }
        }
    }

    /** Returns the first difference in truncated episodes and their last observations; null if none exists. */
    BankDifference difference(FinalObservations other, int environment) {
        if (count != other.count) {
            return difference("finals", BankDifference.NONE, environment, count, other.count);
        }
        for (int index = 0; index < count; index++) {
            if (steps[index] != other.steps[index]) {
                return difference("final.step", steps[index], environment, steps[index], other.steps[index]);
            }
            BankDifference found = frames.floats() != null
                    ? difference(ElementType.FLOAT, frames.floats(), other.frames.floats(), index, environment)
                    : difference(ElementType.BYTE, frames.bytes(), other.frames.bytes(), index, environment);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static BankDifference difference(String field, int step, int environment, int here, int there) {
        return new BankDifference(field, BankDifference.NONE, step, environment, Value.of(here), Value.of(there), -1);
    }

    private <A> BankDifference difference(ElementType<A> type, A here, A there, int index, int environment) {
        int at = size(index);
        int end = size(index + 1);
        int i = type.mismatch(here, there, at, end);
        return i == end ? null : type.difference("final", i - at, steps[index], environment, here, there, i);
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(count);
        RawArrays.write(out, steps, 0, count);
        frames.save(0, count * stack, out);
    }

    /** @param most maximum number of truncated episodes in an interval */
    void restore(DataInput in, int most) throws IOException {
        count = in.readInt();
        if (count < 0 || count > most) {
            throw new IOException("it has " + count + " truncated episodes in " + most + " steps");
        }
        while (steps.length < count) {
            grow();
        }
        RawArrays.read(in, steps, 0, count);
        frames.load(0, count * stack, in);
    }
}
