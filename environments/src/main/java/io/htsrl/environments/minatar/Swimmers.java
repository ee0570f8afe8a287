package io.htsrl.environments.minatar;

/**
 * List of objects that cross the board of {@link Seaquest}, each packed into one integer, in a section of the game's
 * state: their number, then the objects. One thread.
 *
 * <p>Games move the objects from the last to the first. {@link #remove} then has the effect of Python's
 * {@code list.remove}: of equal objects the first one goes, and the game moves the other one twice.
 *
 * @param begin index of the section in {@code state}
 */
record Swimmers(int[] state, int begin) {
    /** The most objects; a game has less than half of them. */
    private static final int CAPACITY = 64;
    /** Length of the section. */
    static final int SIZE = 1 + CAPACITY;

    // columns from -2 to 11, rows from 0 to 9
    private static final int COLUMN_SHIFT = 2;
    private static final int COLUMN_MASK = 0xf;
    private static final int ROW_BIT = 4;
    private static final int CELL_MASK = 0xff;
    private static final int RIGHT = 1 << 8;
    private static final int TIMER_BIT = 9;
    private static final int SHOT_TIMER_BIT = 16;
    private static final int TIMER_MASK = 0x7f;

    /** Returns an object without timers. */
    static int object(int column, int row, boolean right) {
        return column + COLUMN_SHIFT | row << ROW_BIT | (right ? RIGHT : 0);
    }

    static int withTimer(int object, int steps) {
        return object & ~(TIMER_MASK << TIMER_BIT) | steps << TIMER_BIT;
    }

    static int withShotTimer(int object, int steps) {
        return object & ~(TIMER_MASK << SHOT_TIMER_BIT) | steps << SHOT_TIMER_BIT;
    }

    /** Returns the steps until it moves. */
    static int timer(int object) {
        return object >> TIMER_BIT & TIMER_MASK;
    }

    /** Returns the steps until it shoots. */
    static int shotTimer(int object) {
        return object >> SHOT_TIMER_BIT & TIMER_MASK;
    }

    static int column(int object) {
        return (object & COLUMN_MASK) - COLUMN_SHIFT;
    }

    static int row(int object) {
        return (object & CELL_MASK) >> ROW_BIT;
    }

    static boolean right(int object) {
        return (object & RIGHT) != 0;
    }

    /** Returns the object one column on in its direction. */
    static int moved(int object) {
        return right(object) ? object + 1 : object - 1;
    }

    static boolean outside(int object) {
        return column(object) < 0 || column(object) >= MinAtarGame.SIDE;
    }

    /** Returns whether both are in the same cell. */
    static boolean meet(int a, int b) {
        return (a & CELL_MASK) == (b & CELL_MASK);
    }

    int count() {
        return state[begin];
    }

    int get(int index) {
        return state[begin + 1 + index];
    }

    void set(int index, int object) {
        state[begin + 1 + index] = object;
    }

    void add(int object) {
        set(state[begin]++, object);
    }

    /**
     * Removes the first object that equals the one at {@code index}.
     *
     * @return the index of the other one, or -1 if the one at {@code index} was removed itself
     */
    int remove(int index) {
        int first = 0;
        while (get(first) != get(index)) {
            first++;
        }
        removeAt(first);
        return first == index ? -1 : index - 1;
    }

    /** Removes the first object in the cell of another one; returns whether one was there. */
    boolean removeMet(int object) {
        for (int i = 0; i < count(); i++) {
            if (meet(get(i), object)) {
                removeAt(i);
                return true;
            }
        }
        return false;
    }

    private void removeAt(int index) {
        int at = begin + 1 + index;
        System.arraycopy(state, at + 1, state, at, count() - index - 1);
        state[begin]--;
    }
}
