package io.htsrl.papers.trees;

import io.htsrl.cli.picture.SeriesColours;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Plot of the ratios of {@link PaperExperiment} over K, a line for each tree and size. One thread. */
final class ExperimentPlot {
    private static final String SEPARATOR = ", ";
    private static final int TREE = 0;
    private static final int SIZE = 1;
    private static final List<BasicStroke> STROKES = List.of(SeriesLines.SOLID, SeriesLines.DASH_DASH);
    private static final List<Marker> MARKERS = List.of(SeriesMarkers.CIRCLE, SeriesMarkers.SQUARE);

    private final Map<String, List<double[]>> lines = new TreeMap<>();

    void add(String tree, int size, int fanOut, double ratio) {
        if (!Double.isNaN(ratio)) {
            lines.computeIfAbsent(tree + SEPARATOR + size, key -> new ArrayList<>())
                    .add(new double[] {fanOut, ratio});
        }
    }

    /** Writes a PNG: a colour for each size, a stroke and a marker for each tree. */
    void write(Path file) throws IOException {
        XYChart chart = new XYChartBuilder()
                .width(900)
                .height(560)
                .title("Sampling and updating against the binary tree with one lock, 4 threads")
                .xAxisTitle("K, children of a node")
                .yAxisTitle("throughput, times the binary tree's")
                .build();
        chart.getStyler().setXAxisLogarithmic(true);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE).setChartBackgroundColor(Color.WHITE);
        List<String> trees = distinct(TREE);
        List<String> sizes = distinct(SIZE);
        lines.forEach((name, points) -> {
            XYSeries line = chart.addSeries(
                    name,
                    points.stream().mapToDouble(point -> point[0]).toArray(),
                    points.stream().mapToDouble(point -> point[1]).toArray());
            String[] parts = name.split(SEPARATOR);
            Color colour = Color.decode(SeriesColours.LIGHT.of(sizes.indexOf(parts[SIZE])));
            int tree = trees.indexOf(parts[TREE]);
            line.setLineColor(colour).setLineStyle(STROKES.get(tree % STROKES.size()));
            line.setMarkerColor(colour).setMarker(MARKERS.get(tree % MARKERS.size()));
        });
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
    }

    private List<String> distinct(int part) {
        return lines.keySet().stream()
                .map(name -> name.split(SEPARATOR)[part])
                .distinct()
                .toList();
    }
}
