package io.htsrl.experiments;

import java.util.List;

/** The cells of an experiment: every value of each axis with every one of the others. Immutable. */
record Grid(List<Row> cells) {

    /** The one cell that has no settings yet. */
    static Grid empty() {
        return new Grid(List.of(Row.EMPTY));
    }

    /** Each cell with each of {@code values}; the axis that was added last changes fastest. */
    Grid over(String axis, List<?> values) {
        return new Grid(cells.stream()
                .flatMap(cell -> values.stream().map(value -> cell.with(axis, value.toString())))
                .toList());
    }
}
