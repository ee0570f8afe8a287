package io.htsrl.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Series of points under a title; lines over numbers, bars over texts. One thread. */
final class Picture {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 620;
    private static final double LOGARITHMIC_FROM = 16;

    /** Points of one series by their texts on the x axis. */
    private final Map<String, Map<String, Double>> series = new LinkedHashMap<>();
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
     * the x axis; named after it and {@code suffix}.
     */
    Picture over(List<Row> rows, List<String> settings, String value, String suffix) {
        List<String> others = varying(rows, settings).stream().filter(column -> !column.equals(x)).toList();
        for (Row row : rows) {
            String name = String.join(" ", row.only(others).texts().stream().filter(t -> !t.isEmpty()).toList());
            String given = (name + suffix).strip();
            point(given.isEmpty() ? value.replace('_', ' ') : given, row.text(x), row.number(value));
        }
        return this;
    }

    /** Columns with more than one text. */
    static List<String> varying(List<Row> rows, List<String> columns) {
        return columns.stream().filter(column -> rows.stream().map(row -> row.text(column)).distinct().count() > 1)
                .toList();
    }

    /** Adds a point, unless {@code value} is NaN. */
    Picture point(String name, String at, double value) {
        if (!Double.isNaN(value)) {
            series.computeIfAbsent(name, key -> new LinkedHashMap<>()).put(at, value);
        }
        return this;
    }

    /** Writes {@code <name>.png} and {@code <name>.svg}, and returns the former. */
    Path write(Path folder, String name) throws IOException {
        List<String> places = series.values().stream().flatMap(points -> points.keySet().stream()).distinct().toList();
        Chart<?, ?> chart = places.stream().allMatch(Picture::isNumber) ? lines(places) : bars(places);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        Path file = folder.resolve(name + ".png");
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
        VectorGraphicsEncoder.saveVectorGraphic(chart, folder.resolve(name + ".svg").toString(),
                VectorGraphicsFormat.SVG);
        return file;
    }

    private static boolean isNumber(String text) {
        return text.matches("[-+0-9.eE]+");
    }

    private XYChart lines(List<String> places) {
        XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(title).xAxisTitle(x).yAxisTitle(y)
                .build();
        double[] all = numbers(places);
        double least = all.length == 0 ? 0 : Arrays.stream(all).min().orElseThrow();
        double greatest = all.length == 0 ? 0 : Arrays.stream(all).max().orElseThrow();
        chart.getStyler().setXAxisLogarithmic(least > 0 && greatest >= LOGARITHMIC_FROM * least && all.length < 20);
        series.forEach((name, points) -> {
            List<String> sorted = new ArrayList<>(points.keySet());
            sorted.sort((a, b) -> Double.compare(Double.parseDouble(a), Double.parseDouble(b)));
            chart.addSeries(name, numbers(sorted), sorted.stream().mapToDouble(points::get).toArray());
        });
        return chart;
    }

    private static double[] numbers(List<String> texts) {
        return texts.stream().mapToDouble(Double::parseDouble).toArray();
    }

    private CategoryChart bars(List<String> places) {
        CategoryChart chart = new CategoryChartBuilder().width(WIDTH).height(HEIGHT).title(title).xAxisTitle(x)
                .yAxisTitle(y).build();
        chart.getStyler().setXAxisLabelRotation(30);
        series.forEach((name, points) -> chart.addSeries(name, places, places.stream().map(points::get).toList()));
        return chart;
    }
}
