package io.htsrl.cluster.table;

import java.util.Arrays;

/**
 * How long columns were lost: from a node's last sign of life to when that was noticed (detection), and to when somebody
 * else had filled all that it had (recovery). The coordinator's thread; {@link #times} any.
 */
public final class LostColumns {
    private static final int NONE = -1;

    /**
     * Of the losses that are made good. Immutable; in seconds.
     *
     * @param count how many those are
     */
    public record Times(
            long count, double sumDetection, double mostDetection, double sumRecovery, double mostRecovery) {

        public double meanDetection() {
            return sumDetection / count;
        }

        public double meanRecovery() {
            return sumRecovery / count;
        }

        private Times with(double detection, double recovery) {
            return new Times(
                    count + 1,
                    sumDetection + detection,
                    Math.max(mostDetection, detection),
                    sumRecovery + recovery,
                    Math.max(mostRecovery, recovery));
        }
    }

    private final int[] hands; // whose loss each column is part of; NONE where it is not lost
    private final long[] alive; // and when that one had been heard of last
    private final long[] noticed;
    private volatile Times times = new Times(0, 0, 0, 0, 0);

    /** @param columns of the bank */
    LostColumns(int columns) {
        hands = new int[columns];
        alive = new long[columns];
        noticed = new long[columns];
        Arrays.fill(hands, NONE);
    }

    /** All that {@code hand} has will be given to others; it was silent, or stood still, for so long. */
    void lost(AssignmentTable table, int hand, long silence, long now) {
        for (int column = 0; column < hands.length; column++) {
            if (table.hand(column) == hand && hands[column] == NONE) { // else the first loss counts
                hands[column] = hand;
                alive[column] = now - silence;
                noticed[column] = now;
            }
        }
    }

    /** A column is there. */
    void full(int column, long now) {
        int hand = hands[column];
        if (hand == NONE) {
            return;
        }
        hands[column] = NONE;
        if (Arrays.stream(hands).noneMatch(other -> other == hand)) {
            times = times.with((noticed[column] - alive[column]) / 1e9, (now - alive[column]) / 1e9);
        }
    }

    Times times() {
        return times;
    }
}
