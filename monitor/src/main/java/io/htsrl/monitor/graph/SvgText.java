package io.htsrl.monitor.graph;

import io.htsrl.cli.terminal.Numbers;
import io.htsrl.monitor.graph.Flow.Link;
import io.htsrl.monitor.graph.Flow.Part;
import java.util.List;

/** Writes a flow as an SVG picture: shapes and colours by kind, links as curves, and text as text. Pure function. */
final class SvgText {
    private static final int LEGEND = 40;
    private static final int SMALL = 13;
    private static final int LABEL_LINE = 15;

    private final Flow flow;
    private final SvgLayout layout;
    private final StringBuilder text = new StringBuilder();

    private SvgText(Flow flow) {
        this.flow = flow;
        layout = new SvgLayout(flow);
    }

    static String of(Flow flow) {
        return new SvgText(flow).text();
    }

    private String text() {
        int width = Math.max(layout.width(), 900);
        int height = layout.height() + LEGEND;
        line(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" "
                        + "font-family=\"system-ui, sans-serif\" font-size=\"%d\" fill=\"%s\">",
                width, height, width, height, SMALL, Flow.TEXT);
        line("<title>%s, %s</title>", escaped(flow.title()), escaped(flow.subtitle()));
        line("<defs>");
        marker("data", "#333333");
        marker("wait", Flow.WAITING);
        line("</defs>");
        line("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", width, height);
        line("<text x=\"24\" y=\"28\" font-size=\"17\" font-weight=\"600\">%s</text>", escaped(flow.title()));
        line("<text x=\"24\" y=\"48\">%s</text>", escaped(flow.subtitle()));
        flow.links().forEach(this::curve);
        flow.parts().forEach(this::part);
        flow.links().forEach(this::label); // above everything else
        legend(layout.height() + LEGEND / 2);
        line("</svg>");
        return text.toString();
    }

    private void line(String format, Object... values) {
        text.append(Numbers.text(format, values)).append('\n');
    }

    private void marker(String id, String colour) {
        line(
                "<marker id=\"%s\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" "
                        + "orient=\"auto-start-reverse\"><path d=\"M0 0L10 5L0 10z\" fill=\"%s\"/></marker>",
                id, colour);
    }

    /** Returns the distance of a curve's control points from its ends. */
    private double reach(Link link) {
        double dx = layout.x(link.to()) - layout.x(link.from());
        double dy = layout.y(link.to()) - layout.y(link.from());
        return Math.max(24, Math.hypot(dx, dy) * 0.4);
    }

    private void curve(Link link) {
        double reach = reach(link);
        boolean waits = link.kind() == Link.Kind.WAIT;
        String id = waits ? "wait" : "data";
        line(
                "<path d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"%s%s "
                        + "marker-end=\"url(#%s)\"/>",
                layout.x(link.from()),
                layout.y(link.from()),
                handle(link.from(), reach, true),
                handle(link.from(), reach, false),
                handle(link.to(), reach, true),
                handle(link.to(), reach, false),
                layout.x(link.to()),
                layout.y(link.to()),
                waits ? Flow.WAITING : "#333333",
                waits ? " stroke-dasharray=\"6 4\"" : "",
                link.kind() == Link.Kind.BOTH_WAYS ? " marker-start=\"url(#data)\"" : "",
                id);
    }

    private double handle(Link.End end, double reach, boolean x) {
        return x ? layout.x(end) + end.side().x * reach : layout.y(end) + end.side().y * reach;
    }

    /** Writes a label on its curve over a white background, so that no line crosses it. */
    private void label(Link link) {
        double reach = reach(link);
        Link.End from = link.from();
        Link.End to = link.to();
        double x = on(link.at(), layout.x(from), handle(from, reach, true), handle(to, reach, true), layout.x(to));
        double y = on(link.at(), layout.y(from), handle(from, reach, false), handle(to, reach, false), layout.y(to));
        List<String> lines = link.label().lines().toList();
        double wide = lines.stream().mapToDouble(SvgLayout::textWidth).max().orElse(0) * 0.9 + 4;
        double high = LABEL_LINE * lines.size();
        line(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#ffffff\" fill-opacity=\"0.9\"/>",
                x - wide / 2, y - high / 2, wide, high);
        for (int i = 0; i < lines.size(); i++) {
            line(
                    "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"12\"%s>%s</text>",
                    x,
                    y + 4 + (i - (lines.size() - 1) / 2.0) * LABEL_LINE,
                    link.kind() == Link.Kind.WAIT ? " fill=\"" + Flow.WAITING + "\"" : "",
                    escaped(lines.get(i)));
        }
    }

    /** Returns a coordinate of a cubic curve. */
    private static double on(double t, double a, double b, double c, double d) {
        double u = 1 - t;
        return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
    }

    private void part(Part part) {
        SvgLayout.Box box = layout.box(part.id());
        double left = box.x() - box.width() / 2;
        double top = box.y() - box.height() / 2;
        shape(part.kind(), left, top, box.width(), box.height());
        double y = top + 12 + 13;
        line(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"14\" font-weight=\"600\">%s</text>",
                box.x(), y, escaped(part.title()));
        for (String each : part.lines()) {
            y += SvgLayout.LINE;
            line("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>", box.x(), y, escaped(each));
        }
    }

    private void shape(Part.Kind kind, double left, double top, double width, double height) {
        String look = Numbers.text("fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"", kind.area, kind.edge);
        int round = kind == Part.Kind.ROLE ? 16 : kind == Part.Kind.MEETING ? 6 : 0;
        line(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%d\" %s%s/>",
                left, top, width, height, round, look, kind == Part.Kind.MEETING ? " stroke-dasharray=\"6 4\"" : "");
        if (kind == Part.Kind.BUFFER || kind == Part.Kind.BANK) { // a second edge: ends of a ring, a shelf
            double y2 = kind == Part.Kind.BANK ? top + 5 : top;
            String to = kind == Part.Kind.BANK
                    ? Numbers.text("M%.1f %.1fh%.1f", left, y2, width)
                    : Numbers.text(
                            "M%.1f %.1fv%.1fM%.1f %.1fv%.1f", left + 5, top, height, left + width - 5, top, height);
            line("<path d=\"%s\" fill=\"none\" stroke=\"%s\"/>", to, kind.edge);
        }
    }

    private void legend(double y) {
        double x = 24;
        for (Part.Kind kind : Part.Kind.values()) {
            if (flow.parts().stream().anyMatch(part -> part.kind() == kind)) {
                shape(kind, x, y - 12, 26, 18);
                line("<text x=\"%.1f\" y=\"%.1f\">%s</text>", x + 34, y + 2, kind.meaning);
                x += 34 + SvgLayout.textWidth(kind.meaning) + 22;
            }
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
