package io.htsrl.experiments;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.colors.XChartSeriesColors;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Series of points under a title; lines over numbers, bars over texts. One thread. */
final class Picture {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 620;
    private static final double LOGARITHMIC_FROM = 16;
    /** Places on the x axis up to which points are marked. */
    private static final int MARKED = 20;

    private static final float COMPANION_WIDTH = 1;
    private static final String LOW = " low";
    private static final String HIGH = " high";

    /** Points of one series by their texts on the x axis. */
    private final Map<String, Map<String, Double>> series = new LinkedHashMap<>();
    /** Series that are drawn as companions of others, by the names of both. */
    private final Map<String, String> leaders = new HashMap<>();

    private final String title;
    private final String x;
    private final String y;

    Picture(String title, String x, String y) {
        this.title = title;
        this.x = x;
        this.y = y;
    }

    /**
     * Adds a series of column {@code value} for each combination of the {@code settings} that vary, but for the one on
     * the x axis; named after it and {@code suffix}. Those with a suffix are companions of those without.
     */
    Picture over(List<Row> rows, List<String> settings, String value, String suffix) {
        List<String> others = varying(rows, settings).stream()
                .filter(column -> !column.equals(x))
                .toList();
        for (Row row : rows) {
            String name = String.join(
                    " ",
                    row.only(others).texts().stream().filter(t -> !t.isEmpty()).toList());
            String leader = name.isEmpty() ? "measured" : name;
            point(suffix.isEmpty() ? leader : (name + suffix).strip(), row.text(x), row.number(value));
            if (!suffix.isEmpty()) {
                leaders.put((name + suffix).strip(), leader);
            }
        }
        return this;
    }

    /** Columns with more than one text. */
    static List<String> varying(List<Row> rows, List<String> columns) {
        return columns.stream()
                .filter(column ->
                        rows.stream().map(row -> row.text(column)).distinct().count() > 1)
                .toList();
    }

    /** Adds a point of a mean, and of the ends of its interval. */
    Picture interval(String name, String at, Row row, String value) {
        leaders.put(name + LOW, name);
        leaders.put(name + HIGH, name);
        return point(name, at, row.number(value))
                .point(name + LOW, at, row.number(value + "_low"))
                .point(name + HIGH, at, row.number(value + "_high"));
    }

    /** Adds a point, unless {@code value} is NaN or infinite. */
    private Picture point(String name, String at, double value) {
        if (Double.isFinite(value)) {
            series.computeIfAbsent(name, key -> new LinkedHashMap<>()).put(at, value);
        }
        return this;
    }

    boolean isEmpty() {
        return series.isEmpty();
    }

    /** Writes {@code <name>.png} and {@code <name>.svg}, and returns the former. */
    Path write(Path folder, String name) throws IOException {
        List<String> places = series.values().stream()
                .flatMap(points -> points.keySet().stream())
                .distinct()
                .toList();
        Chart<?, ?> chart = places.stream().allMatch(Picture::isNumber) ? lines(places) : bars(places);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE).setChartBackgroundColor(Color.WHITE);
        Path file = folder.resolve(name + ".png");
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
        VectorGraphicsEncoder.saveVectorGraphic(
                chart, folder.resolve(name + ".svg").toString(), VectorGraphicsFormat.SVG);
        return file;
    }

    private static boolean isNumber(String text) {
        return text.matches("[-+0-9.eE]+");
    }

    private XYChart lines(List<String> places) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(x)
                .yAxisTitle(y)
                .build();
        DoubleSummaryStatistics range = Arrays.stream(numbers(places)).summaryStatistics();
        boolean few = places.size() <= MARKED;
        chart.getStyler()
                .setXAxisLogarithmic(few && range.getMin() > 0 && range.getMax() >= LOGARITHMIC_FROM * range.getMin());
        series.forEach((name, points) -> {
            List<String> sorted = new ArrayList<>(points.keySet());
            sorted.sort(Comparator.comparingDouble(Double::parseDouble));
            XYSeries line = chart.addSeries(
                    name,
                    numbers(sorted),
                    sorted.stream().mapToDouble(points::get).toArray());
            draw(line, name, few);
        });
        return chart;
    }

    /** In a colour of its own, or as a companion of another. */
    private void draw(XYSeries line, String name, boolean marked) {
        String leader = leaders.getOrDefault(name, name);
        List<String> coloured = series.keySet().stream()
                .filter(other -> !leaders.containsKey(other))
                .toList();
        Color[] palette = new XChartSeriesColors().getSeriesColors();
        Color colour = coloured.contains(leader) ? palette[coloured.indexOf(leader) % palette.length] : Color.GRAY;
        line.setLineColor(colour);
        line.setMarkerColor(colour);
        if (!marked || leaders.containsKey(name)) {
            line.setMarker(SeriesMarkers.NONE);
        }
        if (leaders.containsKey(name)) {
            line.setLineStyle(SeriesLines.DASH_DASH);
            line.setLineWidth(COMPANION_WIDTH);
            line.setShowInLegend(!name.endsWith(LOW) && !name.endsWith(HIGH));
        }
    }

    private static double[] numbers(List<String> texts) {
        return texts.stream().mapToDouble(Double::parseDouble).toArray();
    }

    private CategoryChart bars(List<String> places) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(x)
                .yAxisTitle(y)
                .build();
        chart.getStyler().setXAxisLabelRotation(30);
        series.forEach((name, points) ->
                chart.addSeries(name, places, places.stream().map(points::get).toList()));
        return chart;
    }
}
