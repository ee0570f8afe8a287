package io.htsrl.monitor.live.model;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Curves over the rows of one file of any length, of at most {@link #POINTS} points each. Up to {@link #BUCKETS} rows
 * each row is a point. In longer files a pair of points stands for 2, 4, 8, ... rows: their minimum and their maximum,
 * in the order of the file, so that no peak is lost and every point is a value of the file. A column that only rises
 * (steps, seconds) has the values of the first and the last of these rows. One thread.
 */
final class Curves {
    static final int BUCKETS = 1024;
    static final int POINTS = 2 * BUCKETS;
    private static final int MOST_COLUMNS = 1000; // a column takes 17 KB

    private final Map<String, Column> columns = new LinkedHashMap<>();
    private boolean replaces; // whether readers have points of earlier curves
    private long rows;
    private int level;
    private int changedFrom;

    /** @param replaces whether readers have points of earlier curves, which they must drop */
    Curves(boolean replaces) {
        this.replaces = replaces;
    }

    /** One curve: the minimum and the maximum of each bucket. */
    private static final class Column {
        private final double[] least = new double[BUCKETS];
        private final double[] greatest = new double[BUCKETS];
        private final boolean[] falling = new boolean[BUCKETS]; // the greatest came first

        Column() {
            Arrays.fill(least, Double.NaN);
            Arrays.fill(greatest, Double.NaN);
        }

        void add(int bucket, double value) {
            if (Double.isNaN(value)) {
                return;
            }
            if (!(least[bucket] <= value)) {
                least[bucket] = value;
                falling[bucket] = !Double.isNaN(greatest[bucket]);
            }
            if (!(greatest[bucket] >= value)) {
                greatest[bucket] = value;
                falling[bucket] = false;
            }
        }

        void halve() {
            for (int i = 0; i < BUCKETS / 2; i++) {
                merge(i, 2 * i, 2 * i + 1);
            }
            Arrays.fill(least, BUCKETS / 2, BUCKETS, Double.NaN);
            Arrays.fill(greatest, BUCKETS / 2, BUCKETS, Double.NaN);
            Arrays.fill(falling, BUCKETS / 2, BUCKETS, false);
        }

        private void merge(int to, int a, int b) {
            boolean leastIsEarlier = Double.isNaN(least[b]) || least[a] <= least[b];
            boolean greatestIsEarlier = Double.isNaN(greatest[b]) || greatest[a] >= greatest[b];
            boolean falls = leastIsEarlier == greatestIsEarlier
                    ? falling[leastIsEarlier ? a : b] // both of one bucket
                    : greatestIsEarlier;
            double newLeast = leastIsEarlier ? least[a] : least[b];
            greatest[to] = greatestIsEarlier ? greatest[a] : greatest[b];
            least[to] = newLeast;
            falling[to] = falls;
        }

        double point(int bucket, boolean second) {
            return falling[bucket] == second ? least[bucket] : greatest[bucket];
        }
    }

    /**
     * Adds a row of numbers by the names of their curves; a curve without a number has a gap. Returns false, and adds
     * nothing, if there would be too many curves.
     */
    boolean add(Map<String, Double> row) {
        long more =
                row.keySet().stream().filter(name -> !columns.containsKey(name)).count();
        if (columns.size() + more > MOST_COLUMNS) {
            return false;
        }
        if (rows == (long) BUCKETS << level) {
            columns.values().forEach(Column::halve);
            level++;
            changedFrom = 0;
        }
        int bucket = (int) (rows >> level);
        changedFrom = Math.min(changedFrom, bucket);
        for (String name : row.keySet()) {
            columns.computeIfAbsent(name, n -> {
                changedFrom = 0; // the page has no such curve yet
                return new Column();
            });
        }
        columns.forEach((name, column) -> column.add(bucket, row.getOrDefault(name, Double.NaN)));
        rows++;
        return true;
    }

    /** Returns the number of rows so far. */
    long rows() {
        return rows;
    }

    /** Returns whether it has points that {@link #changes} has not returned. */
    boolean changed() {
        return replaces || changedFrom < buckets();
    }

    /** Returns all points. */
    RunModel.CurvePoints all() {
        return from(0);
    }

    /** Returns the points from the first one that has changed since the last call. */
    RunModel.CurvePoints changes() {
        RunModel.CurvePoints points = from(changedFrom);
        changedFrom = buckets();
        replaces = false;
        return points;
    }

    private int buckets() {
        return (int) (rows + (1L << level) - 1 >> level);
    }

    private RunModel.CurvePoints from(int first) {
        int buckets = buckets();
        int pairs = level == 0 ? 1 : 2;
        boolean lone = level > 0 && (rows & (1L << level) - 1) == 1;
        int length = Math.max(0, (buckets - first) * pairs - (lone ? 1 : 0));
        Map<String, double[]> values = new LinkedHashMap<>();
        columns.forEach((name, column) -> {
            double[] points = new double[length];
            for (int i = 0; i < length; i++) {
                points[i] = column.point(first + i / pairs, i % pairs == 1);
            }
            values.put(name, points);
        });
        return new RunModel.CurvePoints(first * pairs, values);
    }
}
