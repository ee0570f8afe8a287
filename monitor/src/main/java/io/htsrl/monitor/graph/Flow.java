package io.htsrl.monitor.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A run's parts and what flows between them. Immutable.
 *
 * @param title    which run
 * @param subtitle how it is scheduled
 */
record Flow(String title, String subtitle, List<Part> parts, List<Link> links) {

    /** The same with what was measured: behind labels, and below the titles of roles. */
    Flow with(Map<Link.Measure, String> rates, UnaryOperator<String> ofRole) {
        List<Part> newParts = parts.stream()
                .map(part -> {
                    String line = part.kind() == Part.Kind.ROLE ? ofRole.apply(part.id()) : null;
                    return line == null ? part : with(part, line);
                })
                .toList();
        List<Link> newLinks = links.stream()
                .map(link -> rates.containsKey(link.measure())
                        ? new Link(
                                link.from(),
                                link.to(),
                                link.kind(),
                                link.label() + "\n" + rates.get(link.measure()),
                                link.measure(),
                                link.at())
                        : link)
                .toList();
        return new Flow(title, subtitle, newParts, newLinks);
    }

    private static Part with(Part part, String line) {
        List<String> lines = new ArrayList<>(part.lines());
        lines.add(line);
        return new Part(part.id(), part.kind(), part.title(), List.copyOf(lines), part.column(), part.row());
    }

    Part part(String id) {
        return parts.stream().filter(part -> part.id().equals(id)).findFirst().orElseThrow();
    }
}
