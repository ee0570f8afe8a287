package io.htsrl.experiments.chart;

import static java.util.Map.entry;

import io.htsrl.cli.picture.SeriesColours;
import java.awt.BasicStroke;
import java.awt.Color;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws series. Measured series have colours and an entry each in the legend. Companions have the colour of the series
 * that they belong to, and each kind of companion has one entry in the legend. One thread.
 */
public record Drawing(String title, String x, String y, List<Series> series) {
    /** Title of an axis of times, whose unit follows from their range. */
    public static final String SECONDS = "seconds";

    private static final int WIDTH = 1000;
    private static final int HEIGHT = 620;
    private static final double LOGARITHMIC_FROM = 16;
    /** Number of points of a series up to which each has a marker. */
    private static final int MARKED = 25;

    private static final int BAND_ALPHA = 50;
    private static final int MARKER = 9;
    private static final float COMPANION_WIDTH = 1;
    private static final float WIDTH_OF_LINES = 2;
    private static final List<BasicStroke> STROKES = List.of(SeriesLines.SOLID, dashes(8, 4), dashes(3, 3));
    private static final List<BasicStroke> STROKES_OF_KINDS = List.of(dashes(8, 4), dashes(2, 3), dashes(8, 3, 2, 3));
    /** Markers that distinguish lines without colours. */
    private static final List<Marker> MARKERS = List.of(
            SeriesMarkers.CIRCLE,
            SeriesMarkers.SQUARE,
            SeriesMarkers.TRIANGLE_UP,
            SeriesMarkers.TRIANGLE_DOWN,
            SeriesMarkers.DIAMOND);

    private static final List<Marker> KINDS = List.of(SeriesMarkers.CROSS, SeriesMarkers.PLUS, SeriesMarkers.RECTANGLE);

    /** Titles of axes by the columns of experiments, with their units. */
    private static final Map<String, String> TITLES = Map.ofEntries(
            entry("num_envs", "number of environments"),
            entry("sync_interval", "sync interval α (steps of each environment)"),
            entry("actors", "number of actors"),
            entry("executors", "number of executors"),
            entry("distribution", "distribution of step times"),
            entry("mean", "mean of a step's time"),
            entry("learner_time", "mean of the time added to an update"),
            entry("timestep", "environment steps"),
            entry("steps_per_s", "environment steps per second"),
            entry("return", "mean return of the last 100 episodes"),
            entry("variance_ms2", "variance of a step's time (ms²)"));

    /** Returns strokes with square ends, since XChart's round ends fill the gaps of thin lines. */
    private static BasicStroke dashes(float... lengths) {
        return new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, lengths, 0);
    }

    /** Draws over numbers: lines, points where they are few, and bands. */
    public XYChart lines(List<String> places) {
        DoubleSummaryStatistics range = Arrays.stream(numbers(places)).summaryStatistics();
        boolean logarithmic = places.size() <= MARKED
                && !x.equals(SECONDS)
                && range.getMin() > 0
                && range.getMax() >= LOGARITHMIC_FROM * range.getMin();
        Ticks.Unit unit = Ticks.Unit.of(range.getMax());
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(x.equals(SECONDS) ? unit.title : axisTitle(x))
                .yAxisTitle(axisTitle(y))
                .build();
        style(chart.getStyler());
        DoubleUnaryOperator place = logarithmic
                ? value -> StrictMath.log(value) / StrictMath.log(2)
                : x.equals(SECONDS) ? value -> value / unit.seconds : DoubleUnaryOperator.identity();
        chart.getStyler().setxAxisTickLabelsFormattingFunction(Ticks::text);
        if (logarithmic) {
            double[] exponents = at(places, place);
            // XChart cannot draw an empty label
            chart.getStyler().setxAxisTickLabelsFormattingFunction(exponent -> {
                String label = Ticks.ofExponent(exponent, exponents);
                return label.isEmpty() ? " " : label;
            });
        }
        if (!logarithmic) {
            unevenlySpaced(chart, place.applyAsDouble(range.getMin()), place.applyAsDouble(range.getMax()));
        }
        series.forEach(one -> band(chart, one, place));
        series.forEach(one -> line(chart, one, place));
        kinds().forEach(kind -> legendOnly(chart, kind, place.applyAsDouble(range.getMin())));
        return chart;
    }

    /**
     * Adds a place without a point between the others: XChart takes those at equal distances, not round numbers, as
     * ticks.
     */
    private static void unevenlySpaced(XYChart chart, double least, double greatest) {
        double between = least + (greatest - least) / StrictMath.PI;
        chart.addSeries(" ", new double[] {between}, new double[] {Double.NaN}).setShowInLegend(false);
    }

    private void line(XYChart chart, Series one, DoubleUnaryOperator place) {
        List<String> sorted = sorted(one.points());
        XYSeries line = chart.addSeries(one.name(), at(sorted, place), values(sorted, one.points()));
        line.setMarkerColor(colour(one)).setLineColor(colour(one));
        if (one.isCompanion()) {
            line.setLineStyle(strokeOf(one.kind())).setLineWidth(COMPANION_WIDTH);
            line.setMarker(sorted.size() == 1 ? marker(one.kind()) : SeriesMarkers.NONE); // a point draws no line
            line.setShowInLegend(false);
            return;
        }
        line.setLineStyle(stroke(one)).setLineWidth(WIDTH_OF_LINES);
        line.setMarker(sorted.size() > MARKED ? SeriesMarkers.NONE : marker(one));
    }

    private void band(XYChart chart, Series one, DoubleUnaryOperator place) {
        List<String> sorted = sorted(one.lows());
        if (sorted.size() < 2) {
            return;
        }
        double[] there = at(sorted, place);
        XYSeries band = chart.addSeries(
                one.name() + " band",
                DoubleStream.concat(Arrays.stream(there), backwards(there)).toArray(),
                DoubleStream.concat(Arrays.stream(values(sorted, one.highs())), backwards(values(sorted, one.lows())))
                        .toArray());
        Color colour = colour(one);
        band.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
        band.setFillColor(new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), BAND_ALPHA));
        band.setLineStyle(SeriesLines.NONE);
        band.setMarker(SeriesMarkers.NONE);
        band.setShowInLegend(false);
    }

    private static DoubleStream backwards(double[] values) {
        return IntStream.rangeClosed(1, values.length).mapToDouble(i -> values[values.length - i]);
    }

    /** Adds a legend entry for a kind of companions, without drawing data. */
    private void legendOnly(XYChart chart, String kind, double at) {
        if (chart.getSeriesMap().containsKey(kind)) { // of the only line, which has no other name
            chart.getSeriesMap().get(kind).setShowInLegend(true);
            return;
        }
        XYSeries line = chart.addSeries(kind, new double[] {at}, new double[] {Double.NaN});
        line.setMarkerColor(Color.GRAY).setLineColor(Color.GRAY);
        boolean lines = series.stream()
                .anyMatch(one -> one.kind().equals(kind) && one.points().size() > 1);
        line.setLineStyle(lines ? strokeOf(kind) : SeriesLines.NONE).setLineWidth(COMPANION_WIDTH);
        line.setMarker(lines ? SeriesMarkers.NONE : marker(kind));
    }

    /** Draws points over texts, in the order of the texts. */
    public CategoryChart points(List<String> places) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(axisTitle(x))
                .yAxisTitle(axisTitle(y))
                .build();
        style(chart.getStyler());
        chart.getStyler().setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Scatter);
        for (Series one : series) {
            CategorySeries points = chart.addSeries(
                    one.name(), places, places.stream().map(one.points()::get).toList());
            points.setMarkerColor(colour(one)).setLineColor(colour(one));
            if (one.isCompanion()) {
                points.setMarker(marker(one.kind()));
                points.setLabel(one.kind());
                points.setShowInLegend(first(one));
            } else {
                points.setMarker(marker(one));
            }
        }
        return chart;
    }

    /** Returns the title of a column: its words, unless it has another title. */
    private static String axisTitle(String column) {
        return TITLES.getOrDefault(column, column.replace('_', ' '));
    }

    private void style(AxesChartStyler styler) {
        styler.setLegendPosition(LegendPosition.OutsideE).setChartBackgroundColor(Color.WHITE);
        styler.setMarkerSize(MARKER);
        styler.setyAxisTickLabelsFormattingFunction(Ticks::text);
    }

    private Color colour(Series one) {
        int place = place(one);
        return place < 0 ? Color.GRAY : Color.decode(SeriesColours.LIGHT.of(place));
    }

    /** Returns the index of its leader in the legend; -1 where none exists. */
    private int place(Series one) {
        return series.stream()
                .filter(other -> !other.isCompanion())
                .map(Series::name)
                .toList()
                .indexOf(one.leader());
    }

    /** Returns a stroke; lines of one colour differ in their strokes. */
    private BasicStroke stroke(Series one) {
        return STROKES.get(place(one) / SeriesColours.LIGHT.all().size() % STROKES.size());
    }

    private List<String> kinds() {
        return series.stream()
                .filter(Series::isCompanion)
                .map(Series::kind)
                .distinct()
                .toList();
    }

    private BasicStroke strokeOf(String kind) {
        return STROKES_OF_KINDS.get(kinds().indexOf(kind) % STROKES_OF_KINDS.size());
    }

    private Marker marker(String kind) {
        return KINDS.get(kinds().indexOf(kind) % KINDS.size());
    }

    private Marker marker(Series one) {
        return MARKERS.get(Math.max(0, place(one)) % MARKERS.size());
    }

    private boolean first(Series one) {
        return series.stream()
                .filter(other -> other.kind().equals(one.kind()))
                .findFirst()
                .filter(one::equals)
                .isPresent();
    }

    private static List<String> sorted(Map<String, Double> points) {
        return points.keySet().stream()
                .sorted(Comparator.comparingDouble(Double::parseDouble))
                .toList();
    }

    private static double[] at(List<String> texts, DoubleUnaryOperator place) {
        return Arrays.stream(numbers(texts)).map(place).toArray();
    }

    private static double[] values(List<String> texts, Map<String, Double> points) {
        return texts.stream().mapToDouble(points::get).toArray();
    }

    private static double[] numbers(List<String> texts) {
        return texts.stream().mapToDouble(Double::parseDouble).toArray();
    }

    /**
     * Points of one name, which are added one by one. One thread.
     *
     * @param leader name of the measured series whose companion this is, for example a prediction; its own name where
     *     it is no companion
     * @param kind kind of companion, such as {@code simulated}; empty where it is no companion
     * @param points values by their texts on the x axis
     * @param lows lower ends of intervals, where it has some
     * @param highs upper ends of intervals
     */
    public record Series(
            String name,
            String leader,
            String kind,
            Map<String, Double> points,
            Map<String, Double> lows,
            Map<String, Double> highs) {

        /** Creates a series without points. */
        public static Series of(String name, String leader, String kind) {
            return new Series(name, leader, kind, new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        }

        boolean isCompanion() {
            return !kind.isEmpty();
        }
    }
}
