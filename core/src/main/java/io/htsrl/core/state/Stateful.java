package io.htsrl.core.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * An object with state that the rest of a run depends on, and that a checkpoint therefore contains. Both methods are
 * called while no other thread uses the object: inside the swap, or before the run.
 */
public interface Stateful {

    /** An object without state. */
    Stateful NOTHING = new Stateful() {
        @Override
        public void save(DataOutput out) {}

        @Override
        public void restore(DataInput in) {}
    };

    /**
     * Returns the version of the layout that {@link #save} writes. Increase it with every change of the written data,
     * also in nested parts: a checkpoint with another version is then refused under the part's name instead of being
     * misread.
     */
    default int layout() {
        return 1;
    }

    /** Returns whether a checkpoint without this state is restored too, and leaves the object as it is. */
    default boolean optional() {
        return false;
    }

    /** Writes the whole state, in a fixed order. */
    void save(DataOutput out) throws IOException;

    /**
     * Restores the state that {@code in} holds; from then on, the object computes the same bits as the saved one.
     *
     * @throws IOException also when {@code in} is the state of another object
     */
    void restore(DataInput in) throws IOException;
}
