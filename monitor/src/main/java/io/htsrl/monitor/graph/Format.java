package io.htsrl.monitor.graph;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** How a flow is written. Stateless, any thread. */
enum Format {
    /** For pages of Markdown. */
    MERMAID(MermaidText::of),
    /** For Graphviz. */
    DOT(DotText::of),
    /** A picture whose text is text. */
    SVG(SvgText::of);

    private final Function<Flow, String> writer;

    Format(Function<Flow, String> writer) {
        this.writer = writer;
    }

    String text(Flow flow) {
        return writer.apply(flow);
    }

    static List<String> names() {
        return Arrays.stream(values()).map(Format::toString).toList();
    }

    static Optional<Format> named(String name) {
        return Arrays.stream(values())
                .filter(format -> format.toString().equals(name))
                .findFirst();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
