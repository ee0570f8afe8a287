package io.htsrl.storage;

import io.htsrl.storage.FieldSpec.Moment;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What one bank holds of one field, and all that is done with it beside stepping and learning. Thread rule of
 * {@link StorageBank}; a field that is handed over belongs to a bank with equal steps and widths.
 */
abstract class Field {

    abstract String name();

    abstract boolean digested();

    abstract boolean saved();

    abstract Moment moment();

    /** The step of the first row; rows of the interval come after all steps. */
    abstract int first();

    /** The step after the last row's. */
    abstract int end();

    /** How much there is, so that a file of a bank of another shape is refused. */
    abstract int length();

    abstract void digest(BitHasher hasher);

    abstract void save(DataOutput out) throws IOException;

    abstract void restore(DataInput in) throws IOException;

    /** What environment {@code to} has becomes a copy of what {@code from} has in {@code source}. */
    abstract void copy(Field source, int from, int to);

    /** The first difference within a row; null where there is none. */
    abstract BankDifference difference(Field other, int step, int environment);

    final boolean hasRow(int step) {
        return first() <= step && step < end();
    }
}
