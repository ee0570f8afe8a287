package io.htsrl.experiments;

import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.evaluation.Bootstrap;
import io.htsrl.trainer.evaluation.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One line of an experiment. Immutable by use.
 *
 * @param asMap texts by column, in an order; an empty text for a missing value
 */
record Row(Map<String, String> asMap) {
    static final Row EMPTY = new Row(Map.of());

    /** Creates a row of a text for each column. */
    static Row of(List<String> columns, List<String> texts) {
        Row row = EMPTY;
        for (int i = 0; i < columns.size(); i++) {
            row = row.with(columns.get(i), texts.get(i));
        }
        return row;
    }

    Row with(String column, String text) {
        Map<String, String> more = new LinkedHashMap<>(asMap);
        more.put(column, text);
        return new Row(more);
    }

    /** Adds a number of so many decimals; an empty text where it is NaN. */
    Row with(String column, double value, int decimals) {
        return with(column, Double.isNaN(value) ? "" : Numbers.text("%." + decimals + "f", value));
    }

    /** Adds the mean of some values, and the ends of its 95 % confidence interval. */
    Row withMean(String column, double[] values) {
        Bootstrap.ConfidenceInterval interval = Bootstrap.ofMean(values);
        return with(column, Sample.mean(values), 2)
                .with(column + "_low", interval.low(), 2)
                .with(column + "_high", interval.high(), 2);
    }

    /** Returns the numbers of one column. */
    static double[] numbers(List<Row> rows, String column) {
        return rows.stream().mapToDouble(row -> row.number(column)).toArray();
    }

    /** Adds the columns of {@code other}. */
    Row with(Row other) {
        Map<String, String> more = new LinkedHashMap<>(asMap);
        more.putAll(other.asMap);
        return new Row(more);
    }

    /** Returns a row of only these columns. */
    Row only(List<String> columns) {
        return of(columns, columns.stream().map(this::text).toList());
    }

    List<String> columns() {
        return List.copyOf(asMap.keySet());
    }

    List<String> texts() {
        return List.copyOf(asMap.values());
    }

    /** Returns a column's text; an empty one for a missing column. */
    String text(String column) {
        return asMap.getOrDefault(column, "");
    }

    /**
     * Returns a column's number; NaN for an empty text.
     *
     * @throws ConfigurationException where the text is no number, as in a damaged file of cells
     */
    double number(String column) {
        try {
            return text(column).isEmpty() ? Double.NaN : Double.parseDouble(text(column));
        } catch (NumberFormatException e) {
            throw noNumber(column, "a number");
        }
    }

    /** @throws ConfigurationException where the text is no whole number, as in a damaged file of cells */
    int integer(String column) {
        try {
            return Integer.parseInt(text(column));
        } catch (NumberFormatException e) {
            throw noNumber(column, "a whole number");
        }
    }

    private ConfigurationException noNumber(String column, String kind) {
        return new ConfigurationException(
                column,
                text(column),
                "must be " + kind + " in the cell of " + this + " in " + CellLog.NAME,
                "mend the file, or choose another --out");
    }

    /** Returns the flags of {@code hts train} that have the names of these columns, with their values. */
    List<String> flags(String... columns) {
        List<String> flags = new ArrayList<>();
        for (String column : columns) {
            flags.addAll(List.of("--" + column.replace('_', '-'), text(column)));
        }
        return flags;
    }

    /** Returns a text such as {@code schedule hts, num envs 16}, without empty values. */
    @Override
    public String toString() {
        return asMap.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .map(entry -> entry.getKey().replace('_', ' ') + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    /** The cells of an experiment: all combinations of the values of its axes. Immutable. */
    record Grid(List<Row> cells) {

        /** Returns the grid of one cell without settings. */
        static Grid empty() {
            return new Grid(List.of(Row.EMPTY));
        }

        /** Combines each cell with each of {@code values}; the axis that was added last changes fastest. */
        Grid over(String axis, List<?> values) {
            return new Grid(cells.stream()
                    .flatMap(cell -> values.stream().map(value -> cell.with(axis, value.toString())))
                    .toList());
        }
    }
}
