package io.htsrl.policies.check;

import java.util.List;
import java.util.function.Predicate;
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

    /** Whether nothing of that kind differed. */
    public boolean holds(CheckRow.Kind kind) {
        return rows.stream().filter(row -> row.kind() == kind).allMatch(CheckRow::holds);
    }

    /** What all of it took. */
    public double millis() {
        return rows.stream().mapToDouble(CheckRow::millis).sum();
    }

    /** What did not hold, for people; empty where all does. */
    public String failures() {
        return failures(row -> true);
    }

    /** What of that kind did not hold, for people. */
    public String failures(CheckRow.Kind kind) {
        return failures(row -> row.kind() == kind);
    }

    private String failures(Predicate<CheckRow> which) {
        return rows.stream()
                .filter(which)
                .filter(row -> !row.holds())
                .map(row -> row.subject() + ", " + row.question() + ": " + row.finding())
                .collect(Collectors.joining("; "));
    }
}
