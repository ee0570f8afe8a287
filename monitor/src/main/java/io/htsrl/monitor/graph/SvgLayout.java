package io.htsrl.monitor.graph;

import io.htsrl.monitor.graph.Flow.Link;
import io.htsrl.monitor.graph.Flow.Part;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Positions of a flow's parts in a picture. Columns are as wide as their widest part, with room for labels between
 * them, and rows as high as their highest. Widths of texts are estimates without a font, and therefore equal on all
 * machines. Immutable.
 */
final class SvgLayout {
    static final int LINE = 17;
    private static final int PADDING = 12;
    private static final double TITLE = 8.2;
    private static final double SMALL = 6.9;
    private static final int GAP = 112;
    private static final int ROW_GAP = 56;
    private static final int MARGIN = 24;
    private static final int HEAD = 66;

    private final Map<String, Box> boxes = new LinkedHashMap<>();
    private final int width;
    private final int height;

    /** Position and size of a part; x and y are its middle. */
    record Box(double x, double y, double width, double height) {}

    SvgLayout(Flow flow) {
        double firstRow = flow.parts().stream().mapToDouble(Part::row).min().orElse(0);
        double lastRow = flow.parts().stream().mapToDouble(Part::row).max().orElse(0);
        int columns =
                1 + (int) flow.parts().stream().mapToDouble(Part::column).max().orElse(0);
        double[] middles = middles(flow, columns);
        double highest =
                flow.parts().stream().mapToDouble(SvgLayout::height).max().orElse(0);
        double pitch = highest + ROW_GAP;
        for (Part part : flow.parts()) {
            double y = HEAD + highest / 2 + (part.row() - firstRow) * pitch;
            boxes.put(part.id(), new Box(middles[(int) part.column()], y, width(part), height(part)));
        }
        width = (int) Math.ceil(boxes.values().stream()
                        .mapToDouble(b -> b.x() + b.width() / 2)
                        .max()
                        .orElse(0)
                + MARGIN);
        height = (int) Math.ceil(HEAD + highest + (lastRow - firstRow) * pitch + ROW_GAP);
    }

    private static double[] middles(Flow flow, int columns) {
        double[] middles = new double[columns];
        double left = MARGIN;
        for (int column = 0; column < columns; column++) {
            int at = column;
            double wide = flow.parts().stream()
                    .filter(part -> (int) part.column() == at)
                    .mapToDouble(SvgLayout::width)
                    .max()
                    .orElse(0);
            middles[column] = left + wide / 2;
            left += wide + GAP;
        }
        return middles;
    }

    private static double width(Part part) {
        double title = part.title().length() * TITLE;
        double lines =
                part.lines().stream().mapToDouble(SvgLayout::textWidth).max().orElse(0);
        return Math.rint(Math.max(title, lines) + 2 * PADDING);
    }

    /** Returns the width of small text. */
    static double textWidth(String line) {
        return line.length() * SMALL;
    }

    private static double height(Part part) {
        return LINE * (1.0 + part.lines().size()) + 2 * PADDING;
    }

    Box box(String id) {
        return boxes.get(id);
    }

    /** Returns the width of the picture, without its legend. */
    int width() {
        return width;
    }

    int height() {
        return height;
    }

    /** Returns the x position of a link's end. */
    double x(Link.End end) {
        Box box = box(end.part());
        int out = end.side().x;
        return box.x() + (out != 0 ? out : end.place()) * box.width() / 2;
    }

    double y(Link.End end) {
        Box box = box(end.part());
        int out = end.side().y;
        return box.y() + (out != 0 ? out : end.place()) * box.height() / 2;
    }
}
