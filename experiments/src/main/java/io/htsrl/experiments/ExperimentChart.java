package io.htsrl.experiments;

import io.htsrl.experiments.chart.CurveLine.ConfidenceBand;
import io.htsrl.experiments.chart.Drawing;
import io.htsrl.experiments.chart.Drawing.Series;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.internal.chartpart.Chart;

/** A chart of series under a title, with lines over numbers and points over texts. One thread. */
final class ExperimentChart {
    /** Name of a column of times, whose unit on the axis follows from their range. */
    static final String SECONDS = Drawing.SECONDS;

    private final Map<String, Series> series = new LinkedHashMap<>();
    private final String title;
    private final String x;
    private final String y;

    ExperimentChart(String title, String x, String y) {
        this.title = title;
        this.x = x;
        this.y = y;
    }

    /**
     * Adds a series of column {@code value} for each combination of the {@code settings} that vary, except the one on
     * the x axis. Its name is the combination and {@code suffix}. Series with a suffix are companions of those without.
     * Columns {@code value_low} and {@code value_high} become a band where they exist.
     */
    ExperimentChart over(List<Row> rows, List<String> settings, String value, String suffix) {
        List<String> others = varying(rows, settings).stream()
                .filter(column -> !column.equals(x))
                .toList();
        for (Row row : rows) {
            String name = name(row.only(others));
            String leader = name.isEmpty() ? "measured" : name;
            String own = suffix.isEmpty() ? leader : (name + suffix).strip();
            point(Series.of(own, leader, suffix.strip()), row.text(x), row.number(value));
            ends(own, row.text(x), row.number(value + "_low"), row.number(value + "_high"));
        }
        return this;
    }

    /**
     * Returns a name such as {@code hts, 16 num envs}: texts as they are, and numbers before the names of their
     * columns.
     */
    private static String name(Row settings) {
        return settings.columns().stream()
                .filter(column -> !settings.text(column).isEmpty())
                .map(column -> isNumber(settings.text(column))
                        ? settings.text(column) + " " + column.replace('_', ' ')
                        : settings.text(column))
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }

    /** Returns the columns with more than one text. */
    static List<String> varying(List<Row> rows, List<String> columns) {
        return columns.stream()
                .filter(column ->
                        rows.stream().map(row -> row.text(column)).distinct().count() > 1)
                .toList();
    }

    /** Adds points, and their intervals as a band, to the series of that name. */
    ExperimentChart band(String name, ConfidenceBand band) {
        for (int i = 0; i < band.at().size(); i++) {
            String at = band.at().get(i).toString();
            point(Series.of(name, name, ""), at, band.values().get(i));
            if (!band.lows().isEmpty()) {
                ends(name, at, band.lows().get(i), band.highs().get(i));
            }
        }
        return this;
    }

    /** Adds points as a companion of the series {@code leader}, or of none. */
    ExperimentChart companion(String leader, String kind, ConfidenceBand band) {
        String name = leader + " " + kind + " " + series.size();
        for (int i = 0; i < band.at().size(); i++) {
            point(
                    Series.of(name, leader, kind),
                    band.at().get(i).toString(),
                    band.values().get(i));
        }
        return this;
    }

    private void ends(String name, String at, double low, double high) {
        if (series.containsKey(name) && Double.isFinite(low) && Double.isFinite(high)) {
            series.get(name).lows().put(at, low);
            series.get(name).highs().put(at, high);
        }
    }

    /** Adds a point, unless {@code value} is NaN or infinite. */
    private void point(Series of, String at, double value) {
        if (Double.isFinite(value)) {
            series.computeIfAbsent(of.name(), name -> of).points().put(at, value);
        }
    }

    boolean isEmpty() {
        return series.isEmpty();
    }

    /** Writes {@code <name>.png} and {@code <name>.svg}, and returns the former. */
    Path write(Path folder, String name) throws IOException {
        Chart<?, ?> chart = chart();
        Path file = folder.resolve(name + ".png");
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
        VectorGraphicsEncoder.saveVectorGraphic(
                chart, folder.resolve(name + ".svg").toString(), VectorGraphicsFormat.SVG);
        return file;
    }

    /** Returns the chart to be written. */
    Chart<?, ?> chart() {
        List<String> places = series.values().stream()
                .flatMap(one -> one.points().keySet().stream())
                .distinct()
                .toList();
        Drawing drawing = new Drawing(title, x, y, List.copyOf(series.values()));
        return places.stream().allMatch(ExperimentChart::isNumber) ? drawing.lines(places) : drawing.points(places);
    }

    private static boolean isNumber(String text) {
        return text.matches("[-+0-9.eE]+");
    }
}
