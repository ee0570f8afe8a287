package io.htsrl.replay.selectors;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.state.Stateful;

/**
 * Chooses one of the items that it was given, as Reverb's selectors do. An item is a number from 0 to a capacity - 1 that
 * whoever makes a selector chooses: a place of a memory. A choice is a function of the calls and of the draws alone; it
 * changes nothing, and allocates nothing. One thread.
 */
public interface Selector extends Stateful {

    /**
     * An item that can be chosen from now on.
     *
     * @param number   of the item since the first: the oldest has the least; no two have the same
     * @param priority in whole units ({@link io.htsrl.replay.PriorityScale}), at least 1
     * @throws IllegalArgumentException for an item that is there already
     */
    void insert(int item, long number, long priority);

    /**
     * The item's new priority, which some selectors do not look at.
     *
     * @throws IllegalArgumentException for an item that is not there
     */
    void update(int item, long priority);

    /**
     * The item can no longer be chosen.
     *
     * @throws IllegalArgumentException for an item that is not there
     */
    void delete(int item);

    /**
     * Chooses an item, and leaves it there. Who chooses by chance takes bits from coordinates {@code (draw, attempt)}.
     *
     * @throws IllegalStateException when there is none
     */
    int sample(RandomStream draws, long draw);

    /** Items that can be chosen. */
    int size();
}
