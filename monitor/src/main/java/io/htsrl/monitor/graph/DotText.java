package io.htsrl.monitor.graph;

/** A flow in the language of Graphviz. Pure function. */
final class DotText {

    private DotText() {}

    static String of(Flow flow) {
        StringBuilder text = new StringBuilder("digraph flow {\n  rankdir=LR\n  labelloc=t\n");
        text.append("  label=")
                .append(quoted(flow.title() + "\n" + flow.subtitle()))
                .append('\n');
        text.append("  node [fontname=\"sans-serif\", fontcolor=\"")
                .append(Paint.TEXT)
                .append("\", style=filled]\n");
        text.append("  edge [fontname=\"sans-serif\", fontsize=11]\n");
        for (Part part : flow.parts()) {
            Paint paint = Paint.of(part.kind());
            String label =
                    part.lines().isEmpty() ? part.title() : part.title() + "\n" + String.join("\n", part.lines());
            text.append("  ").append(part.id()).append(" [label=").append(quoted(label));
            text.append(", ").append(shape(part.kind()));
            text.append(", fillcolor=\"").append(paint.area());
            text.append("\", color=\"").append(paint.edge()).append("\"]\n");
        }
        for (Link link : flow.links()) {
            text.append("  ")
                    .append(link.from().part())
                    .append(" -> ")
                    .append(link.to().part());
            text.append(" [label=").append(quoted(link.label()));
            text.append(
                    switch (link.kind()) {
                        case DATA -> "";
                        case BOTH_WAYS -> ", dir=both";
                        case WAIT -> ", style=dashed, color=\"" + Paint.WAITING + "\"";
                    });
            text.append("]\n");
        }
        return text.append("}\n").toString();
    }

    private static String shape(Part.Kind kind) {
        return switch (kind) {
            case ROLE -> "shape=box, style=\"rounded,filled\"";
            case BUFFER -> "shape=box, peripheries=2";
            case BANK -> "shape=cylinder";
            case PARAMETERS -> "shape=parallelogram";
            case MEETING -> "shape=hexagon";
            case OUTSIDE -> "shape=box";
        };
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
