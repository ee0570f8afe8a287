package io.htsrl.checkpoints;

import java.io.DataInput;
import java.io.IOException;

/** Reads one part of a checkpoint, all of it; the counterpart of {@link Content}. */
@FunctionalInterface
public interface Restoration {

    /** @throws IOException also when {@code in} is the state of something else: the message says of what */
    void readFrom(DataInput in) throws IOException;
}
