package io.htsrl.monitor.graph;

import io.htsrl.monitor.graph.Flow.Link;
import io.htsrl.monitor.graph.Flow.Link.End;
import io.htsrl.monitor.graph.Flow.Link.Measure;
import io.htsrl.monitor.graph.Flow.Link.Side;
import io.htsrl.monitor.graph.Flow.Part;
import java.util.ArrayList;
import java.util.List;

/** A {@link Flow} under construction, in the order of the calls. One thread. */
final class FlowBuilder {
    private static final double MIDDLE = 0.5;

    private final List<Part> parts = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();

    FlowBuilder part(double column, double row, String id, Part.Kind kind, String title, String... lines) {
        List<String> said = new ArrayList<>();
        for (String line : lines) {
            if (!line.isEmpty()) {
                said.add(line);
            }
        }
        parts.add(new Part(id, kind, title, List.copyOf(said), column, row));
        return this;
    }

    static End left(String part, double place) {
        return new End(part, Side.LEFT, place);
    }

    static End right(String part, double place) {
        return new End(part, Side.RIGHT, place);
    }

    static End top(String part, double place) {
        return new End(part, Side.TOP, place);
    }

    static End bottom(String part, double place) {
        return new End(part, Side.BOTTOM, place);
    }

    FlowBuilder data(End from, End to, String label, Measure measure) {
        return data(from, to, label, measure, MIDDLE);
    }

    /** @param at where the label stands: two in the middle of neighbouring curves would cover each other */
    FlowBuilder data(End from, End to, String label, Measure measure, double at) {
        links.add(new Link(from, to, Link.Kind.DATA, label, measure, at));
        return this;
    }

    FlowBuilder data(End from, End to, String label) {
        return data(from, to, label, Measure.NOTHING);
    }

    FlowBuilder both(End from, End to, String label, Measure measure) {
        links.add(new Link(from, to, Link.Kind.BOTH_WAYS, label, measure, MIDDLE));
        return this;
    }

    FlowBuilder waits(End from, End to, String label) {
        links.add(new Link(from, to, Link.Kind.WAIT, label, Measure.NOTHING, MIDDLE));
        return this;
    }

    Flow flow(String title, String subtitle) {
        return new Flow(title, subtitle, List.copyOf(parts), List.copyOf(links));
    }
}
