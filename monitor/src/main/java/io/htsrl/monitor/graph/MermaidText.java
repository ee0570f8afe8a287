package io.htsrl.monitor.graph;

import io.htsrl.monitor.graph.Flow.Link;
import io.htsrl.monitor.graph.Flow.Part;
import java.util.Locale;

/** Writes a flow as a Mermaid flowchart, which GitHub and most editors draw. Pure function. */
final class MermaidText {

    private MermaidText() {}

    static String of(Flow flow) {
        StringBuilder text = new StringBuilder("---\ntitle: \"")
                .append(quoted(flow.title() + ", " + flow.subtitle()))
                .append("\"\n---\nflowchart LR\n");
        for (Part part : flow.parts()) {
            text.append("  ").append(part.id()).append(part.kind().opening).append('"');
            text.append("<b>").append(quoted(part.title())).append("</b>");
            part.lines().forEach(line -> text.append("<br>").append(quoted(line)));
            text.append('"')
                    .append(part.kind().closing)
                    .append(":::")
                    .append(name(part.kind()))
                    .append('\n');
        }
        for (Link link : flow.links()) {
            text.append("  ").append(link.from().part()).append(' ').append(link.kind().arrow);
            text.append("|\"")
                    .append(quoted(link.label()).replace("\n", "<br>"))
                    .append("\"| ");
            text.append(link.to().part()).append('\n');
        }
        for (Part.Kind kind : Part.Kind.values()) {
            text.append("  classDef ").append(name(kind)).append(" fill:").append(kind.area);
            text.append(",stroke:")
                    .append(kind.edge)
                    .append(",color:")
                    .append(Flow.TEXT)
                    .append('\n');
        }
        return text.toString();
    }

    private static String name(Part.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static String quoted(String text) {
        return text.replace("&", "#amp;")
                .replace("\"", "#quot;")
                .replace("<", "#lt;")
                .replace(">", "#gt;");
    }
}
