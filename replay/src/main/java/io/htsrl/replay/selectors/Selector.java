package io.htsrl.replay.selectors;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.state.Stateful;

/**
 * Chooses one of the inserted items, as Reverb's selectors do. An item is a number from 0 to a capacity - 1 that the
 * creator of a selector chooses: a place of a memory. A choice is a function of the calls and of the draws alone; it
 * changes nothing, and allocates nothing. One thread.
 */
public interface Selector extends Stateful {

    /**
     * Adds an item that can be chosen from now on.
     *
     * @param number of the item since the first: the oldest has the least; no two have the same
     * @param priority in whole units ({@link io.htsrl.replay.PriorityScale}), at least 1
     * @throws IllegalArgumentException for an item that was inserted already
     */
    void insert(int item, long number, long priority);

    /**
     * Sets an item's new priority, which some selectors ignore.
     *
     * @throws IllegalArgumentException for an item that was not inserted
     */
    void update(int item, long priority);

    /**
     * Removes an item, so that it can no longer be chosen.
     *
     * @throws IllegalArgumentException for an item that was not inserted
     */
    void delete(int item);

    /**
     * Chooses an item, and keeps it. A random choice takes bits from coordinates {@code (draw, attempt)}.
     *
     * @throws IllegalStateException when none exists
     */
    int sample(RandomStream draws, long draw);
}
