package io.htsrl.storage;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.state.Bulk;
import io.htsrl.storage.BankDifference.Value;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The last observations of one environment's truncated episodes within an interval, in order of steps: what their
 * values are bootstrapped from. Thread rule of {@link StorageBank}. Grows to the most ever kept, then allocates no
 * more.
 */
public final class FinalObservations {
    private final int frame;
    private final int stack;
    private final int size;
    private float[] floats;
    private byte[] bytes;
    private int[] steps = new int[1];
    private int count;

    /** @param frameStack S: whole stacks are kept, since there are few */
    FinalObservations(ObservationSpace space, int frameStack) {
        frame = space.size();
        stack = frameStack;
        size = Math.multiplyExact(frame, stack);
        if (space.kind() == ObservationSpace.Kind.FLOAT32) {
            floats = new float[size];
        } else {
            bytes = new byte[size];
        }
    }

    void clear() {
        count = 0;
    }

    /** Keeps the observation after {@code step}. */
    void keep(int step, FrameRows frames, int column) {
        frames.copyStack(step + 1, column, add(step), (count - 1) * size);
    }

    void copy(FinalObservations source) {
        clear();
        for (int index = 0; index < source.count; index++) {
            Object target = add(source.steps[index]);
            System.arraycopy(
                    source.floats != null ? source.floats : source.bytes, index * size, target, index * size, size);
        }
    }

    /** Makes room for one more. Gives the array. */
    private Object add(int step) {
        if (count == steps.length) {
            grow();
        }
        steps[count++] = step;
        return floats != null ? floats : bytes;
    }

    private void grow() {
        int capacity = steps.length * 2;
        steps = Arrays.copyOf(steps, capacity);
        if (floats != null) {
            floats = Arrays.copyOf(floats, Math.multiplyExact(capacity, size));
        } else {
            bytes = Arrays.copyOf(bytes, Math.multiplyExact(capacity, size));
        }
    }

    /** How many episodes were truncated. */
    public int count() {
        return count;
    }

    /** The step that truncated episode {@code index}. */
    public int step(int index) {
        return steps[index];
    }

    /** Points the batch at these observations and adds the one of episode {@code index}. */
    public void bind(ObservationBatch batch, int index) {
        if (floats != null) {
            batch.over(floats, stack, frame);
        } else {
            batch.over(bytes, stack, frame);
        }
        batch.add(newest(index));
    }

    /** Points {@code slot} at the last frame of episode {@code index}. */
    public ObservationSlot slot(int index, ObservationSlot slot) {
        return floats != null ? slot.at(floats, newest(index), frame) : slot.at(bytes, newest(index), frame);
    }

    private int newest(int index) {
        return index * size + size - frame;
    }

    /** The count, and where there are any, the steps and the stacks. */
    void digest(BitHasher hasher) {
        hasher.integer(count);
        if (count > 0) {
            hasher.ints(steps, 0, count);
            if (floats != null) {
                hasher.floats(floats, 0, count * size);
            } else {
                hasher.bytes(bytes, 0, count * size);
            }
        }
    }

    /** Which episodes were cut off, and what they ended with; null where both banks have the same. */
    BankDifference difference(FinalObservations other, int environment) {
        if (count != other.count) {
            return new BankDifference(
                    "finals",
                    BankDifference.NONE,
                    BankDifference.NONE,
                    environment,
                    Value.of(count),
                    Value.of(other.count),
                    -1);
        }
        for (int index = 0; index < count; index++) {
            if (steps[index] != other.steps[index]) {
                return new BankDifference(
                        "final.step",
                        BankDifference.NONE,
                        steps[index],
                        environment,
                        Value.of(steps[index]),
                        Value.of(other.steps[index]),
                        -1);
            }
            BankDifference found = floats != null
                    ? difference(ElementType.FLOAT, floats, other.floats, index, environment)
                    : difference(ElementType.BYTE, bytes, other.bytes, index, environment);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private <A> BankDifference difference(ElementType<A> type, A here, A there, int index, int environment) {
        for (int i = index * size; i < (index + 1) * size; i++) {
            if (type.bits(here, i) != type.bits(there, i)) {
                return new BankDifference(
                        "final",
                        i - index * size,
                        steps[index],
                        environment,
                        type.value(here, i),
                        type.value(there, i),
                        type.ulps(here, there, i));
            }
        }
        return null;
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(count);
        Bulk.write(out, steps, 0, count);
        if (floats != null) {
            Bulk.write(out, floats, 0, count * size);
        } else {
            Bulk.write(out, bytes, 0, count * size);
        }
    }

    /** @param most episodes that an interval can have truncated */
    void restore(DataInput in, int most) throws IOException {
        count = in.readInt();
        if (count < 0 || count > most) {
            throw new IOException("it has " + count + " truncated episodes in " + most + " steps");
        }
        while (steps.length < count) {
            grow();
        }
        Bulk.read(in, steps, 0, count);
        if (floats != null) {
            Bulk.read(in, floats, 0, count * size);
        } else {
            Bulk.read(in, bytes, 0, count * size);
        }
    }
}
