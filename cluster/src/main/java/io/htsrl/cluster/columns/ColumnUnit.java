package io.htsrl.cluster.columns;

/**
 * Columns of one interval that one machine is to fill. Immutable; arrays are not changed after it was made.
 *
 * @param interval number of the interval
 * @param version version of the acting parameters
 * @param attempt number of the unit in its interval; results carry it
 * @param from the first environment
 * @param to the environment after the last
 * @param starts start of each environment, encoded by {@link ColumnCodec#start}; null where the environment begins the
 *     run, or where the machine that runs the unit stepped it in the interval before
 */
public record ColumnUnit(long interval, long version, int attempt, int from, int to, byte[][] starts) {
    /** @throws IllegalArgumentException when no such environments exist */
    public ColumnUnit {
        if (from < 0 || to <= from || starts.length != to - from) {
            throw new IllegalArgumentException(
                    "environments " + from + " to " + (to - 1) + " with " + starts.length + " starts do not exist");
        }
    }

    public int width() {
        return to - from;
    }

    /** Returns the start of {@code environment}; null as above. */
    public byte[] start(int environment) {
        return starts[environment - from];
    }
}
