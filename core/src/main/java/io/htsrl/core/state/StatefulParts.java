package io.htsrl.core.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** Object whose state is that of its parts. */
public interface StatefulParts extends Stateful {

    /** Returns the parts of the state, in the order in which they are saved. */
    List<Stateful> state();

    @Override
    default void save(DataOutput out) throws IOException {
        for (Stateful part : state()) {
            part.save(out);
        }
    }

    @Override
    default void restore(DataInput in) throws IOException {
        for (Stateful part : state()) {
            part.restore(in);
        }
    }
}
