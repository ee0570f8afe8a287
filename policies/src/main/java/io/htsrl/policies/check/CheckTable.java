package io.htsrl.policies.check;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Results of a self-check, in the order of the checks. Immutable. */
public record CheckTable(List<CheckRow> rows) {

    public CheckTable {
        rows = List.copyOf(rows);
    }

    /** Returns whether nothing differed. */
    public boolean holds() {
        return rows.stream().allMatch(CheckRow::holds);
    }

    /** Returns whether no row of that kind differed. */
    public boolean holds(CheckRow.Kind kind) {
        return rows.stream().filter(row -> row.kind() == kind).allMatch(CheckRow::holds);
    }

    /** Returns the time of all checks in milliseconds. */
    public double millis() {
        return rows.stream().mapToDouble(CheckRow::millis).sum();
    }

    /** Returns the failed checks as text; empty if none failed. */
    public String failures() {
        return failures(row -> true);
    }

    /** Returns the failed checks of that kind as text. */
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
