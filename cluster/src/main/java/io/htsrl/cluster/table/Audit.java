package io.htsrl.cluster.table;

import io.htsrl.cluster.security.Secret;
import io.htsrl.core.random.RandomStream;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Selects the columns that the learner's own machine computes again to compare them: one in {@code oneIn}, by key,
 * interval and column. Immutable.
 *
 * @param key   random key that no node knows; it affects no bit of the run
 * @param oneIn one in so many columns; 0 for none
 */
public record Audit(long key, int oneIn) {
    public static final Audit NONE = new Audit(0, 0);

    /** Creates an audit with a random key. */
    public static Audit drawn(int oneIn) {
        return new Audit(ByteBuffer.wrap(Secret.nonce()).getLong(), oneIn);
    }

    /** Returns the selected columns of an interval. */
    BitSet columns(long interval, int columns) {
        BitSet chosen = new BitSet();
        RandomStream stream = RandomStream.root(key).spawn("audit");
        for (int column = 0; oneIn > 0 && column < columns; column++) {
            chosen.set(column, Long.remainderUnsigned(stream.bits(interval, column), oneIn) == 0);
        }
        return chosen;
    }
}
