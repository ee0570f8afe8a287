package io.htsrl.experiments;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.evaluation.Bootstrap;
import io.htsrl.trainer.evaluation.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** One line of an experiment: texts by column, in an order; an empty text where there is nothing. Immutable. */
final class Row {
    static final Row EMPTY = new Row(Map.of());

    private final Map<String, String> texts;

    private Row(Map<String, String> texts) {
        this.texts = texts;
    }

    /** One of texts as wide as {@code columns}. */
    static Row of(List<String> columns, List<String> texts) {
        Row row = EMPTY;
        for (int i = 0; i < columns.size(); i++) {
            row = row.with(columns.get(i), texts.get(i));
        }
        return row;
    }

    Row with(String column, String text) {
        Map<String, String> more = new LinkedHashMap<>(texts);
        more.put(column, text);
        return new Row(more);
    }

    /** Adds a number of so many decimals; an empty text where it is NaN. */
    Row with(String column, double value, int decimals) {
        return with(column, Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%." + decimals + "f", value));
    }

    /** Adds the mean of some values, and the ends of its 95 % confidence interval. */
    Row withMean(String column, double[] values) {
        Bootstrap.ConfidenceInterval interval = Bootstrap.ofMean(values);
        return with(column, Sample.mean(values), 2)
                .with(column + "_low", interval.low(), 2)
                .with(column + "_high", interval.high(), 2);
    }

    /** The numbers of one column. */
    static double[] numbers(List<Row> rows, String column) {
        return rows.stream().mapToDouble(row -> row.number(column)).toArray();
    }

    /** With the columns of {@code other} behind these. */
    Row with(Row other) {
        Map<String, String> more = new LinkedHashMap<>(texts);
        more.putAll(other.texts);
        return new Row(more);
    }

    /** Of {@code columns} alone. */
    Row only(List<String> columns) {
        return of(columns, columns.stream().map(this::text).toList());
    }

    /** Of all columns but {@code columns}. */
    Row without(List<String> columns) {
        return only(texts.keySet().stream()
                .filter(column -> !columns.contains(column))
                .toList());
    }

    List<String> columns() {
        return List.copyOf(texts.keySet());
    }

    List<String> texts() {
        return List.copyOf(texts.values());
    }

    /** Texts by column. */
    Map<String, String> asMap() {
        return Collections.unmodifiableMap(texts);
    }

    /** Empty where there is no such column. */
    String text(String column) {
        return texts.getOrDefault(column, "");
    }

    /**
     * NaN where the text is empty.
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

    /** The flags of {@code hts train} that have the names of these columns, with their values. */
    List<String> flags(String... columns) {
        List<String> flags = new ArrayList<>();
        for (String column : columns) {
            flags.addAll(List.of("--" + column.replace('_', '-'), text(column)));
        }
        return flags;
    }

    /** Such as {@code schedule hts, num envs 16}, without what is empty. */
    @Override
    public String toString() {
        return texts.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .map(entry -> entry.getKey().replace('_', ' ') + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Row row && texts.equals(row.texts);
    }

    @Override
    public int hashCode() {
        return texts.hashCode();
    }

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
}
