package io.htsrl.cluster.columns;

/**
 * Columns of one interval, to be filled by one machine. Immutable; arrays are not changed after it was made.
 *
 * @param interval which interval
 * @param version  of the parameters that act
 * @param attempt  numbers the units of an interval: which of them a result is of
 * @param from     the first environment
 * @param to       the environment after the last
 * @param starts   what each begins with, by {@link ColumnCodec#start}; null where it begins the run, or where whoever runs
 *                 the unit has stepped it in the interval before
 */
public record ColumnUnit(long interval, long version, int attempt, int from, int to, byte[][] starts) {
    /** @throws IllegalArgumentException when there are no such environments */
    public ColumnUnit {
        if (from < 0 || to <= from || starts.length != to - from) {
            throw new IllegalArgumentException(
                    "environments " + from + " to " + (to - 1) + " with " + starts.length + " starts do not exist");
        }
    }

    public int width() {
        return to - from;
    }

    /** What {@code environment} begins with; null as above. */
    public byte[] start(int environment) {
        return starts[environment - from];
    }

    /** Such as {@code environments 4 to 7 of interval 12 (attempt 2)}. */
    public String text() {
        String which = width() == 1 ? "environment " + from : "environments " + from + " to " + (to - 1);
        return which + " of interval " + interval + " (attempt " + attempt + ")";
    }
}
