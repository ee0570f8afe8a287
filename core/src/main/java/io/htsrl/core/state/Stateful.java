package io.htsrl.core.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Holds state that the rest of a run depends on, and that a checkpoint therefore carries. Both methods are called while
 * nobody else uses the object: inside the swap, or before the run.
 */
public interface Stateful {

    /** What has no state. */
    Stateful NOTHING = new Stateful() {
        @Override
        public void save(DataOutput out) {}

        @Override
        public void restore(DataInput in) {}
    };

    /**
     * The number of the layout that {@link #save} writes. Whoever changes what is written, here or in what it is made
     * of, counts it up: a checkpoint of a build with another number is refused by the part's name instead of being
     * read as something else.
     */
    default int layout() {
        return 1;
    }

    /** Writes the whole state, in a fixed order. */
    void save(DataOutput out) throws IOException;

    /**
     * Becomes the object that wrote {@code in}: whatever it does next gives the same bits there and here.
     *
     * @throws IOException also when {@code in} is the state of something else
     */
    void restore(DataInput in) throws IOException;
}
