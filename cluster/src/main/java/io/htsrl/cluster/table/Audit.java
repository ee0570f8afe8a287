package io.htsrl.cluster.table;

import io.htsrl.cluster.security.Secret;
import io.htsrl.core.random.RandomStream;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Which columns the learner's own machine computes again, to compare them: one in so many, by key, interval and column.
 * Immutable.
 *
 * @param key   that no node knows; reaches no bit of the run
 * @param oneIn how many; 0 for none
 */
public record Audit(long key, int oneIn) {
    public static final Audit NONE = new Audit(0, 0);

    /** With a random key. */
    public static Audit drawn(int oneIn) {
        return new Audit(ByteBuffer.wrap(Secret.nonce()).getLong(), oneIn);
    }

    /** Those of an interval. */
    BitSet columns(long interval, int columns) {
        BitSet chosen = new BitSet();
        RandomStream stream = RandomStream.root(key).spawn("audit");
        for (int column = 0; oneIn > 0 && column < columns; column++) {
            chosen.set(column, Long.remainderUnsigned(stream.bits(interval, column), oneIn) == 0);
        }
        return chosen;
    }
}
