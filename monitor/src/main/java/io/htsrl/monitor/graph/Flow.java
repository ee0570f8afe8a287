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
    static final String TEXT = "#1a1a1a";
    static final String WAITING = "#b03a00";

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
                        ? link.labelled(link.label() + "\n" + rates.get(link.measure()))
                        : link)
                .toList();
        return new Flow(title, subtitle, newParts, newLinks);
    }

    private static Part with(Part part, String line) {
        List<String> lines = new ArrayList<>(part.lines());
        lines.add(line);
        return new Part(part.id, part.kind, part.title, List.copyOf(lines), part.column, part.row);
    }

    Part part(String id) {
        return parts.stream().filter(part -> part.id().equals(id)).findFirst().orElseThrow();
    }

    /**
     * Something that a run is made of. Immutable.
     *
     * @param id     a word, for links
     * @param title  its name, and how many there are
     * @param lines  sizes, and what else is to be known
     * @param column of the drawing, from the left; parts may stand between two
     * @param row    of the drawing, from the top
     */
    record Part(String id, Part.Kind kind, String title, List<String> lines, double column, double row) {

        /**
         * The kind of a part, which has a shape and colours of its own. Colours are those of Okabe and Ito, which
         * colour-blind readers tell apart, dark for edges and light for areas, so that dark text on them has a
         * contrast of 12 and more.
         */
        enum Kind {
            OUTSIDE("environments", "[", "]", "#eeeeee", "#555555"),
            ROLE("threads", "([", "])", "#d9ebf7", "#0072b2"),
            BUFFER("buffers", "[[", "]]", "#fdebc8", "#b36b00"),
            BANK("banks", "[(", ")]", "#d3efe5", "#007a59"),
            PARAMETERS("parameters", "[/", "/]", "#f7e1ee", "#a84d83"),
            MEETING("where threads wait for each other", "{{", "}}", "#ffffff", "#555555");

            /** For the legend. */
            final String meaning;
            /** Mermaid's brackets of its shape. */
            final String opening;

            final String closing;
            final String area;
            final String edge;

            Kind(String meaning, String opening, String closing, String area, String edge) {
                this.meaning = meaning;
                this.opening = opening;
                this.closing = closing;
                this.area = area;
                this.edge = edge;
            }
        }
    }

    /**
     * A flow of data from one part of a run to another, or a wait for it. Immutable.
     *
     * @param from    where it leaves
     * @param to      where it enters
     * @param label   what it is
     * @param measure what of a run says how much of it there was
     * @param at      where the label stands on the way, from 0 to 1
     */
    record Link(End from, End to, Link.Kind kind, String label, Measure measure, double at) {

        Link labelled(String newLabel) {
            return new Link(from, to, kind, newLabel, measure, at);
        }

        /** The kind of a link. */
        enum Kind {
            DATA("-->"),
            BOTH_WAYS("<-->"),
            WAIT("-.->");

            /** In Mermaid. */
            final String arrow;

            Kind(String arrow) {
                this.arrow = arrow;
            }
        }

        /** A count that a run records. */
        enum Measure {
            NOTHING,
            STEPS,
            FORWARDS,
            SWAPS,
            UPDATES
        }

        /** A side of a part. */
        enum Side {
            LEFT(-1, 0),
            RIGHT(1, 0),
            TOP(0, -1),
            BOTTOM(0, 1);

            /** -1, 0 or 1: outwards. */
            final int x;

            final int y;

            Side(int x, int y) {
                this.x = x;
                this.y = y;
            }
        }

        /**
         * One end.
         *
         * @param place on the side, from -1 to 1: 0 is its middle
         */
        record End(String part, Side side, double place) {}
    }
}
