package io.htsrl.monitor.graph;

/**
 * What goes from one part of a run to another, or waits for it. Immutable.
 *
 * @param from    where it leaves
 * @param to      where it enters
 * @param label   what it is
 * @param measure what of a run says how much of it there was
 * @param at      where the label stands on the way, from 0 to 1
 */
record Link(End from, End to, Kind kind, String label, Measure measure, double at) {

    /** What kind of a link. */
    enum Kind {
        DATA,
        BOTH_WAYS,
        WAIT
    }

    /** What is counted in a run. */
    enum Measure {
        NOTHING,
        STEPS,
        FORWARDS,
        SWAPS,
        UPDATES
    }

    /** A side of a part. */
    enum Side {
        LEFT(-1, 0),
        RIGHT(1, 0),
        TOP(0, -1),
        BOTTOM(0, 1);

        private final int x;
        private final int y;

        Side(int x, int y) {
            this.x = x;
            this.y = y;
        }

        /** -1, 0 or 1: outwards. */
        int x() {
            return x;
        }

        int y() {
            return y;
        }
    }

    /**
     * One end.
     *
     * @param place on the side, from -1 to 1: 0 is its middle
     */
    record End(String part, Side side, double place) {}
}
