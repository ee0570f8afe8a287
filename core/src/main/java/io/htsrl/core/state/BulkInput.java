package io.htsrl.core.state;

import java.io.DataInput;
import java.io.IOException;

/** The counterpart of {@link BulkOutput}: reads what it wrote, at the speed of a memory copy. One thread. */
public interface BulkInput extends DataInput {

    void readFloats(float[] values, int offset, int length) throws IOException;

    void readInts(int[] values, int offset, int length) throws IOException;

    void readLongs(long[] values, int offset, int length) throws IOException;

    void readDoubles(double[] values, int offset, int length) throws IOException;
}
