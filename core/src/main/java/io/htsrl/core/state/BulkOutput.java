package io.htsrl.core.state;

import java.io.DataOutput;
import java.io.IOException;

/**
 * A {@link DataOutput} that takes whole stretches of arrays at the speed of a memory copy. Stretches are written as raw
 * little-endian bits, without their length; single values are big-endian, as everywhere in Java. One thread. Callers go
 * through {@link Bulk}, which does the same with any output.
 */
public interface BulkOutput extends DataOutput {

    void writeFloats(float[] values, int offset, int length) throws IOException;

    void writeInts(int[] values, int offset, int length) throws IOException;

    void writeLongs(long[] values, int offset, int length) throws IOException;

    void writeDoubles(double[] values, int offset, int length) throws IOException;

    /**
     * Offers to leave out so many bytes: true where their number alone matters, and is counted. For content that costs
     * much to get.
     */
    default boolean leavesOut(long bytes) {
        return false;
    }
}
