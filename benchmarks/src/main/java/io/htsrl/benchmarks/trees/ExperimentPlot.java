package io.htsrl.benchmarks.trees;

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
import org.knowm.xchart.style.Styler.LegendPosition;

/** Collects the ratios of {@link PaperExperiment} and draws them over K, a line per tree and size. One thread. */
final class ExperimentPlot {
    private final Map<String, List<double[]>> lines = new TreeMap<>();

    void add(String tree, int size, int fanOut, double ratio) {
        if (!Double.isNaN(ratio)) {
            lines.computeIfAbsent(tree + ", " + size, key -> new ArrayList<>()).add(new double[] {fanOut, ratio});
        }
    }

    /** Writes a PNG. */
    void write(Path file) throws IOException {
        XYChart chart = new XYChartBuilder()
                .width(900)
                .height(560)
                .title("Throughput relative to the binary tree with one lock, 4 threads")
                .xAxisTitle("K")
                .yAxisTitle("times")
                .build();
        chart.getStyler().setXAxisLogarithmic(true);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        lines.forEach((name, points) -> chart.addSeries(
                name,
                points.stream().mapToDouble(point -> point[0]).toArray(),
                points.stream().mapToDouble(point -> point[1]).toArray()));
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
    }
}
