package io.htsrl.experiments.chart;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.cli.picture.SeriesColours;
import io.htsrl.cli.picture.Uplot;
import io.htsrl.core.service.Resources;
import io.htsrl.experiments.chart.CurveLine.ConfidenceBand;
import java.util.List;
import java.util.Map;

/**
 * Learning curves as one HTML file that browsers draw. It contains script, style and data, and its security policy
 * allows no other source. One thread.
 */
public final class CurvesPage {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ObjectNode data = MAPPER.createObjectNode();
    private final ArrayNode lines;
    private final String title;

    /**
     * @param axes titles of the x axes by their names
     * @param first name of the axis that is shown first
     */
    public CurvesPage(String title, String y, Map<String, String> axes, String first) {
        this.title = title;
        data.put("y", y).put("first", first);
        ObjectNode named = data.putObject("axes");
        axes.forEach(named::put);
        this.lines = data.putArray("lines");
    }

    /**
     * Adds a line, with its points over each axis.
     *
     * @param branch whether it begins at a fork, which is marked
     */
    public CurvesPage add(String name, Map<String, ConfidenceBand> bands, boolean branch) {
        return add(lines.addObject().put("branch", branch), name, bands);
    }

    /** Adds a line of what some branches share, which comes after all others. */
    public CurvesPage addPast(String name, Map<String, ConfidenceBand> bands) {
        return add(lines.addObject().put("past", true), name, bands);
    }

    private CurvesPage add(ObjectNode line, String name, Map<String, ConfidenceBand> bands) {
        ObjectNode points = line.put("name", name).putObject("points");
        bands.forEach((axis, band) -> {
            ArrayNode columns = points.putArray(axis);
            List.of(band.at(), band.values(), band.lows(), band.highs()).forEach(column -> {
                if (!column.isEmpty()) {
                    ArrayNode numbers = columns.addArray();
                    column.forEach(numbers::add);
                }
            });
        });
        return this;
    }

    /** Returns the contents of the file. */
    public String text() {
        return Resources.text(CurvesPage.class, "curves.html")
                .replace("{{title}}", escaped(title))
                .replace("{{light}}", SeriesColours.LIGHT.css())
                .replace("{{dark}}", SeriesColours.DARK.css())
                .replace("{{uplot.css}}", Uplot.text("uPlot.min.css"))
                .replace("{{style}}", Resources.text(CurvesPage.class, "curves.css"))
                .replace("{{uplot.js}}", Uplot.text("uPlot.iife.min.js"))
                .replace("{{script}}", Resources.text(CurvesPage.class, "curves.js"))
                .replace("{{data}}", json());
    }

    /** Returns the data as JSON without text that could end its HTML element. */
    private String json() {
        return data.toString().replace("<", "\\u003c");
    }

    /** Returns a text for places between the tags of HTML. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
