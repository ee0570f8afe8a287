package io.htsrl.core.environment;

import java.util.List;

/**
 * Named part of an observation: consecutive elements of its row. Immutable.
 *
 * @param name letters, digits, {@code .}, {@code _} and {@code -}
 * @param kind kind of the elements
 * @param shape extents of the part; of {@link Kind#IMAGE} two or three
 * @param offset of the first element in the row
 */
public record ObservationPart(String name, Kind kind, List<Integer> shape, int offset) {

    /** Kind of a part's elements. */
    public enum Kind {
        /** Any numbers. */
        VECTOR,
        /** An image: bytes, or fractions of 255 in rows of floats. */
        IMAGE,
        /** 1 for the current choice and 0 for all others. */
        ONE_HOT
    }

    public ObservationPart {
        shape = List.copyOf(shape);
        if (!name.matches("[A-Za-z0-9._-]+")
                || shape.isEmpty()
                || shape.stream().anyMatch(extent -> extent < 1)
                || kind == Kind.IMAGE && (shape.size() < 2 || shape.size() > 3)) {
            throw new IllegalArgumentException("a part of an observation '" + name + "' of kind " + kind + ", shape "
                    + shape + ": it must have a name of letters, digits, '.', '_' and '-', and extents of at least 1");
        }
    }

    /** Creates a part of numbers. */
    public static ObservationPart vector(String name, int size) {
        return new ObservationPart(name, Kind.VECTOR, List.of(size), 0);
    }

    /**
     * Creates an image, {@code [height, width]} or with planes first or last. Its elements are bytes divided by 255f; a
     * replay buffer stores the bytes.
     */
    public static ObservationPart image(String name, Integer... shape) {
        return new ObservationPart(name, Kind.IMAGE, List.of(shape), 0);
    }

    /** Creates a one-hot choice. */
    public static ObservationPart oneHot(String name, int count) {
        return new ObservationPart(name, Kind.ONE_HOT, List.of(count), 0);
    }

    /** Returns the number of elements. */
    public int size() {
        return shape.stream().reduce(1, Math::multiplyExact);
    }

    ObservationPart at(int newOffset) {
        return new ObservationPart(name, kind, shape, newOffset);
    }
}
