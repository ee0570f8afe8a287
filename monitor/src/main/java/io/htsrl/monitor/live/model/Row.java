package io.htsrl.monitor.live.model;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One line of numbers by name, used again for the next: a name keeps its column for as long as the row is used. What a
 * line does not have is NaN. One thread.
 */
final class Row {
    private final Map<String, Integer> columns = new LinkedHashMap<>();
    private double[] values = new double[16];

    /** Forgets the numbers, not the names. */
    void clear() {
        Arrays.fill(values, Double.NaN);
    }

    void put(String name, double value) {
        Integer column = columns.get(name);
        if (column == null) {
            column = columns.size();
            columns.put(name, column);
            if (column == values.length) {
                values = Arrays.copyOf(values, 2 * column);
            }
        }
        values[column] = value;
    }

    /** All names so far, in the order in which they came. */
    Iterable<String> names() {
        return columns.keySet();
    }

    int size() {
        return columns.size();
    }

    double value(int column) {
        return values[column];
    }
}
