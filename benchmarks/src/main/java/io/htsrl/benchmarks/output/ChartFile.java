package io.htsrl.benchmarks.output;

import io.htsrl.experiments.chart.Drawing;
import io.htsrl.experiments.chart.Drawing.Series;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.internal.chartpart.Chart;

/** A chart of measurements: lines where the x values are numbers, points where they are texts. One thread. */
public final class ChartFile {
    private final Map<String, Series> series = new LinkedHashMap<>();
    private final List<String> places = new ArrayList<>();
    private final String title;
    private final String x;
    private final String y;

    public ChartFile(String title, String x, String y) {
        this.title = title;
        this.x = x;
        this.y = y;
    }

    /** Adds a measured point. */
    public ChartFile add(String name, Object at, double value) {
        return add(Series.of(name, name, ""), at, value);
    }

    /** Adds a point to a secondary series of {@code leader}, such as its prediction. */
    public ChartFile companion(String leader, String kind, Object at, double value) {
        return add(Series.of(leader + ", " + kind, leader, kind), at, value);
    }

    private ChartFile add(Series begun, Object at, double value) {
        String place = at.toString();
        if (!places.contains(place)) {
            places.add(place);
        }
        series.computeIfAbsent(begun.name(), name -> begun).points().put(place, value);
        return this;
    }

    private Chart<?, ?> chart() {
        Drawing drawing = new Drawing(title, x, y, List.copyOf(series.values()));
        boolean numbers = places.stream().allMatch(place -> place.matches("[0-9.]+"));
        return numbers ? drawing.lines(places) : drawing.points(places);
    }

    /** Writes an SVG if the name ends in .svg, else a PNG. */
    void write(Path file) throws IOException {
        if (file.toString().endsWith(".svg")) {
            VectorGraphicsEncoder.saveVectorGraphic(chart(), file.toString(), VectorGraphicsFormat.SVG);
        } else {
            BitmapEncoder.saveBitmap(chart(), file.toString(), BitmapFormat.PNG);
        }
    }
}
