package io.htsrl.storage;

import java.util.function.ToIntFunction;

/**
 * Declares a field of banks: one kind of value, all of whose rows lie in one array. Digest, file, copy and comparison
 * of a bank go by these declarations alone. Immutable; to be kept in a constant, for it is the key to the array too.
 *
 * @param <A>      the array's type
 * @param name     in files and reports; of no other field of a bank
 * @param moment   where a row belongs to a step, when in the step it comes to be
 * @param extent   what there are rows of
 * @param width    elements in a row of a bank of some shape; 0 where such a bank has no such field
 * @param digested whether the digest chain covers it; then it is compared too
 */
record FieldSpec<A>(
        String name,
        ElementType<A> type,
        Moment moment,
        Extent extent,
        ToIntFunction<BankShape> width,
        boolean digested) {

    /** The order of cause and effect within a step: a difference is a consequence of what differs before it. */
    enum Moment {
        OBSERVATION,
        OUTPUT,
        ACTION,
        RESULT
    }

    /** What there is a row of, in each environment. */
    enum Extent {
        /** The steps. */
        STEPS,
        /** The observations before steps, and the one after the last. */
        OBSERVATIONS,
        /** As above, and before them the S - 1 frames that stacks reach back to. */
        FRAMES,
        /** The interval: one row. It comes after the steps. */
        INTERVAL;

        /** The step of the first row. */
        int first(BankShape shape) {
            return switch (this) {
                case STEPS, OBSERVATIONS -> 0;
                case FRAMES -> 1 - shape.frameStack();
                case INTERVAL -> shape.steps() + 1;
            };
        }

        /** The step after the last row's. */
        int end(BankShape shape) {
            return switch (this) {
                case STEPS -> shape.steps();
                case OBSERVATIONS, FRAMES -> shape.steps() + 1;
                case INTERVAL -> shape.steps() + 2;
            };
        }
    }

    /** Rows of one environment. */
    int rows(BankShape shape) {
        return extent.end(shape) - extent.first(shape);
    }

    /** Bytes of the array in a bank of this shape, also of one that is larger than can be made. */
    double bytes(BankShape shape) {
        return (double) rows(shape) * shape.environments() * width.applyAsInt(shape) * type.bytes();
    }
}
