package io.htsrl.policies.check;

import java.util.List;
import java.util.stream.Collectors;

/** What a self-check found, in the order in which it looked. Immutable. */
public record CheckTable(List<CheckRow> rows) {

    public CheckTable {
        rows = List.copyOf(rows);
    }

    /** Whether nothing differed. */
    public boolean holds() {
        return rows.stream().allMatch(CheckRow::holds);
    }

    /** What all of it took. */
    public double millis() {
        return rows.stream().mapToDouble(CheckRow::millis).sum();
    }

    /** What did not hold, for people; empty where all does. */
    public String failures() {
        return rows.stream().filter(row -> !row.holds()).map(row -> row.subject() + ", " + row.question() + ": "
                + row.different() + " of " + row.compared() + " differ").collect(Collectors.joining("; "));
    }
}
