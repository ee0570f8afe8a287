package io.htsrl.checkpoints;

import java.io.DataOutput;
import java.io.IOException;

/** Writes one part of a checkpoint; fast with {@link io.htsrl.core.state.Bulk}. */
@FunctionalInterface
public interface Content {

    /** Writes the whole part; when called again, the same bytes as long as nothing was changed in between. */
    void writeTo(DataOutput out) throws IOException;
}
