package io.htsrl.core.environment;

import java.util.Arrays;

/**
 * The shape and kind of an environment's observations, {@code [height][width]...} in row-major order. Immutable. Images
 * stay bytes from the environment to the network: {@link Kind#UINT8} rows are stored unchanged. Two spaces are equal if
 * their observations have the same kind and shape, whatever they mean.
 */
public final class ObservationSpace {

    /** Storage type of an observation's elements. */
    public enum Kind {
        FLOAT32,
        UINT8
    }

    private final Kind kind;
    private final int[] shape;
    private final int size;
    private final int[] choices;

    private ObservationSpace(Kind kind, int[] shape) {
        this(kind, shape, new int[0]);
    }

    private ObservationSpace(Kind kind, int[] shape, int[] choices) {
        int elements = 1;
        for (int extent : shape) {
            if (extent < 1) {
                throw new IllegalArgumentException(
                        "observation shape " + Arrays.toString(shape) + " must have extents of at least 1");
            }
            elements = Math.multiplyExact(elements, extent);
        }
        this.kind = kind;
        this.shape = shape.clone();
        this.size = elements;
        this.choices = choices.clone();
    }

    /** Returns a space of 32-bit floats. */
    public static ObservationSpace floats(int... shape) {
        return new ObservationSpace(Kind.FLOAT32, shape);
    }

    /**
     * Returns a space of images in unsigned bytes; networks divide them by 255. Use {@link #floats} for other bytes.
     */
    public static ObservationSpace bytes(int... shape) {
        return new ObservationSpace(Kind.UINT8, shape);
    }

    /**
     * Returns a space of one-hot vectors, one after the other: vector {@code i} has {@code counts[i]} floats, 1 for the
     * current choice and 0 for all others.
     */
    public static ObservationSpace oneHot(int... counts) {
        int elements = 0;
        for (int count : counts) {
            elements = Math.addExact(elements, count);
        }
        ObservationSpace space = new ObservationSpace(Kind.FLOAT32, new int[] {elements}, counts);
        if (Arrays.stream(counts).anyMatch(count -> count < 1)) {
            throw new IllegalArgumentException(
                    "one-hot observations of " + Arrays.toString(counts) + " must have counts of at least 1");
        }
        return space;
    }

    public Kind kind() {
        return kind;
    }

    /** Returns a copy of the counts given to {@link #oneHot}; empty for all other observations. */
    public int[] choices() {
        return choices.clone();
    }

    /** Returns a copy of the extents. */
    public int[] shape() {
        return shape.clone();
    }

    /** Returns the number of elements of one observation. */
    public int size() {
        return size;
    }

    /** Returns the number of bytes of one stored observation. */
    public long bytes() {
        return (long) size * (kind == Kind.FLOAT32 ? Float.BYTES : 1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ObservationSpace that && kind == that.kind && Arrays.equals(shape, that.shape);
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + Arrays.hashCode(shape);
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(java.util.Locale.ROOT) + Arrays.toString(shape);
    }
}
