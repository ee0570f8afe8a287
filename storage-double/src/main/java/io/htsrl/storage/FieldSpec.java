package io.htsrl.storage;

import java.util.function.ToIntFunction;

/**
 * Declares a field of banks: one kind of value, with all its rows in one array. Digest, file, copy and comparison of a
 * bank use these declarations alone. Immutable; keep it in a constant, because it is also the key to the array.
 *
 * @param <A> the array's type
 * @param name name in files and reports, unique in a bank
 * @param moment time within a step at which a row is written, if it belongs to a step
 * @param extent unit of the rows
 * @param width elements in a row of a bank of some shape; 0 if such a bank lacks the field
 * @param digested whether the digest chain, and so the comparison, covers it
 */
record FieldSpec<A>(
        String name,
        ElementType<A> type,
        Moment moment,
        Extent extent,
        ToIntFunction<BankShape> width,
        boolean digested) {

    /** The order of cause and effect within a step: an earlier difference causes the later ones. */
    enum Moment {
        OBSERVATION,
        OUTPUT,
        ACTION,
        RESULT
    }

    /** The unit of an environment's rows. */
    enum Extent {
        /** The steps. */
        STEPS,
        /** The observations before steps, and the one after the last. */
        OBSERVATIONS,
        /** The observations, preceded by the S - 1 frames of the first stack. */
        FRAMES,
        /** The interval: one row. It comes after the steps. */
        INTERVAL,
        /** The start and the end of the interval: two rows. They come after the steps. */
        ENDS;

        /** Returns whether each row belongs to a step. */
        boolean ofSteps() {
            return this != INTERVAL && this != ENDS;
        }

        /** Returns the step of the first row. */
        int first(BankShape shape) {
            return switch (this) {
                case STEPS, OBSERVATIONS -> 0;
                case FRAMES -> 1 - shape.frameStack();
                case INTERVAL, ENDS -> shape.steps() + 1;
            };
        }

        /** Returns the step after the last row's. */
        int end(BankShape shape) {
            return switch (this) {
                case STEPS -> shape.steps();
                case OBSERVATIONS, FRAMES -> shape.steps() + 1;
                case INTERVAL -> shape.steps() + 2;
                case ENDS -> shape.steps() + 3;
            };
        }
    }

    /** Returns the rows of one environment. */
    int rows(BankShape shape) {
        return extent.end(shape) - extent.first(shape);
    }

    /** Returns the bytes of the array in a bank of this shape, even if it is too large to be created. */
    double bytes(BankShape shape) {
        return (double) rows(shape) * shape.environments() * width.applyAsInt(shape) * type.bytes();
    }
}
