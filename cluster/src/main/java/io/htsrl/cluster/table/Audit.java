package io.htsrl.cluster.table;

import io.htsrl.core.random.RandomStream;
import java.util.BitSet;

/**
 * Which columns the learner's own machine computes again, to compare them: one in so many, by seed, interval and column
 * alone. Immutable.
 *
 * @param seed  of the run
 * @param oneIn how many; 0 for none
 */
public record Audit(long seed, int oneIn) {
    public static final Audit NONE = new Audit(0, 0);

    /** Those of an interval. */
    BitSet columns(long interval, int columns) {
        BitSet chosen = new BitSet();
        RandomStream stream = RandomStream.root(seed).spawn("audit");
        for (int column = 0; oneIn > 0 && column < columns; column++) {
            chosen.set(column, Long.remainderUnsigned(stream.bits(interval, column), oneIn) == 0);
        }
        return chosen;
    }
}
