package io.htsrl.experiments.chart;

import io.htsrl.experiments.chart.CurveLine.ConfidenceBand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * Draws curves as an SVG element inside a page, which colours them by classes: {@code l0}, {@code b0} for the line and
 * the band of the first place. Immutable, any thread.
 *
 * @param x title of the x axis
 * @param places place of each curve in the order of colours
 * @param curves points, and intervals of some
 */
public record CurvesSvg(String x, List<Integer> places, List<ConfidenceBand> curves) {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 400;
    private static final int LEFT = 88;
    private static final int RIGHT = 24;
    private static final int TOP = 20;
    private static final int BOTTOM = 72;
    private static final int TICKS = 5;

    /** Returns the element; empty where no curve has a point. */
    public String text() {
        Axis across =
                new Axis(DoubleStream.concat(DoubleStream.of(0), values(ConfidenceBand::at)), LEFT, WIDTH - RIGHT);
        Axis up = new Axis(
                DoubleStream.concat(
                        values(ConfidenceBand::values),
                        DoubleStream.concat(values(ConfidenceBand::lows), values(ConfidenceBand::highs))),
                HEIGHT - BOTTOM,
                TOP);
        if (!across.exists() || !up.exists()) {
            return "";
        }
        StringBuilder svg = new StringBuilder("<svg class=\"curves\" viewBox=\"0 0 " + WIDTH + " " + HEIGHT
                + "\" role=\"img\" aria-label=\"curves over " + x + "\">\n");
        for (double tick : up.ticks()) {
            String y = up.at(tick);
            svg.append(line("grid", LEFT, y, WIDTH - RIGHT, y));
            svg.append("<text class=\"y\" x=\"" + (LEFT - 8) + "\" y=\"" + y + "\" dy=\".35em\">" + Ticks.text(tick)
                    + "</text>\n");
        }
        for (double tick : across.ticks()) {
            String at = across.at(tick);
            svg.append(line("tick", at, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 6));
            svg.append(label(at, HEIGHT - BOTTOM + 28, Ticks.text(tick)));
        }
        svg.append(label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, x));
        for (int i = 0; i < curves.size(); i++) {
            curve(places.get(i), curves.get(i), across, up, svg);
        }
        return svg.append("</svg>\n").toString();
    }

    /** Returns an element that shows the line of a place beside its name. */
    public static String sample(int place) {
        return "<svg class=\"sample\" viewBox=\"0 0 30 10\" aria-hidden=\"true\">" + line("l" + place, 1, 5, 29, 5)
                + "</svg>";
    }

    private DoubleStream values(Function<ConfidenceBand, List<Double>> of) {
        return curves.stream().flatMap(curve -> of.apply(curve).stream()).mapToDouble(Double::doubleValue);
    }

    private static void curve(int place, ConfidenceBand curve, Axis across, Axis up, StringBuilder svg) {
        if (!curve.lows().isEmpty()) {
            List<String> edge = points(curve.at(), curve.highs(), across, up);
            List<String> back = points(curve.at(), curve.lows(), across, up);
            Collections.reverse(back);
            edge.addAll(back);
            svg.append("<polygon class=\"b" + place + "\" points=\"" + String.join(" ", edge) + "\"/>\n");
        }
        List<String> points = points(curve.at(), curve.values(), across, up);
        if (points.size() == 1) {
            String[] point = points.get(0).split(",");
            svg.append("<circle class=\"b" + place + "\" cx=\"" + point[0] + "\" cy=\"" + point[1] + "\" r=\"5\"/>\n");
        }
        svg.append("<polyline class=\"l" + place + "\" points=\"" + String.join(" ", points) + "\"/>\n");
    }

    private static List<String> points(List<Double> at, List<Double> values, Axis across, Axis up) {
        List<String> points = new ArrayList<>();
        for (int i = 0; i < at.size(); i++) {
            if (Double.isFinite(at.get(i)) && Double.isFinite(values.get(i))) {
                points.add(across.at(at.get(i)) + "," + up.at(values.get(i)));
            }
        }
        return points;
    }

    private static String line(String kind, Object x1, Object y1, Object x2, Object y2) {
        return "<line class=\"" + kind + "\" x1=\"" + x1 + "\" y1=\"" + y1 + "\" x2=\"" + x2 + "\" y2=\"" + y2
                + "\"/>\n";
    }

    private static String label(Object at, int y, String text) {
        return "<text x=\"" + at + "\" y=\"" + y + "\">" + text + "</text>\n";
    }

    /** Range of values on a range of the picture. */
    private static final class Axis {
        private final double low;
        private final double high;
        private final double from;
        private final double to;

        Axis(DoubleStream values, double from, double to) {
            double[] finite = values.filter(Double::isFinite).sorted().toArray();
            double spread = finite.length == 0 ? Double.NaN : finite[finite.length - 1] - finite[0];
            double margin = spread > 0 ? 0 : 1; // of values that are all equal
            this.low = finite.length == 0 ? Double.NaN : finite[0] - margin;
            this.high = low + spread + 2 * margin;
            this.from = from;
            this.to = to;
        }

        /** Returns whether values exist, whose difference is a number. */
        boolean exists() {
            return high - low > 0 && Double.isFinite(high - low);
        }

        String at(double value) {
            return String.format(Locale.ROOT, "%.1f", from + (to - from) * ((value - low) / (high - low)));
        }

        /** Returns round numbers in the range, at most about {@link #TICKS}. */
        double[] ticks() {
            double rough = (high - low) / TICKS;
            double power = StrictMath.pow(10, StrictMath.floor(StrictMath.log10(rough)));
            double step = power * (rough <= 2 * power ? 2 : rough <= 5 * power ? 5 : 10);
            return DoubleStream.iterate(Math.ceil(low / step), n -> n * step <= high, n -> n + 1)
                    .limit(2 * TICKS)
                    .map(n -> n * step)
                    .toArray();
        }
    }
}
