package io.htsrl.storage;

import io.htsrl.storage.FieldSpec.Moment;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The values of one field in one bank, and all operations on them except stepping and learning. Thread rule of
 * {@link StorageBank}; a field passed as an argument belongs to a bank with equal steps and widths.
 */
abstract class Field {
    final String name;
    final boolean digested;
    final Moment moment;
    /** The step of the first row; rows of the interval come after all steps. */
    final int first;
    /** The step after the last row's. */
    final int end;

    Field(String name, boolean digested, Moment moment, int first, int end) {
        this.name = name;
        this.digested = digested;
        this.moment = moment;
        this.first = first;
        this.end = end;
    }

    /** Returns the number of values, so that a file of a bank of another shape is refused. */
    abstract int length();

    abstract void digest(BitHasher hasher);

    abstract void save(DataOutput out) throws IOException;

    abstract void restore(DataInput in) throws IOException;

    /** Copies the column {@code from} of {@code source} to the column {@code to}. */
    abstract void copy(Field source, int from, int to);

    /** Returns the first difference within a row; null if none exists. */
    abstract BankDifference difference(Field other, int step, int environment);

    final boolean hasRow(int step) {
        return first <= step && step < end;
    }
}
