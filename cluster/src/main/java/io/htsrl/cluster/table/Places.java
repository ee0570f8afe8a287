package io.htsrl.cluster.table;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Which hand has which column, and how many each has: nobody counts them again. One thread at a time. */
final class Places {
    static final int NOBODY = -1;

    private final int[] hands; // of each column
    private final Map<Integer, Integer> counts = new HashMap<>(); // of hands that have some
    private int taken;

    Places(int columns) {
        hands = new int[columns];
        Arrays.fill(hands, NOBODY);
    }

    /** Who has a column; {@link #NOBODY} where nobody has. */
    int hand(int column) {
        return hands[column];
    }

    /** Gives a column to a hand, or to {@link #NOBODY}. */
    void put(int column, int hand) {
        int before = hands[column];
        if (before != NOBODY) {
            counts.computeIfPresent(before, (key, count) -> count == 1 ? null : count - 1);
            taken--;
        }
        hands[column] = hand;
        if (hand != NOBODY) {
            counts.merge(hand, 1, Integer::sum);
            taken++;
        }
    }

    /** How many columns a hand has. */
    int count(int hand) {
        return counts.getOrDefault(hand, 0);
    }

    /** How many columns somebody has. */
    int taken() {
        return taken;
    }

    /** All who have columns; valid until the next change. */
    Set<Integer> hands() {
        return counts.keySet();
    }
}
