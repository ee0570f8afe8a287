package io.htsrl.monitor.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The parts of a run and the data flow between them. Immutable.
 *
 * @param title name of the run
 * @param subtitle its schedule
 */
record Flow(String title, String subtitle, List<Part> parts, List<Link> links) {
    static final String TEXT = "#1a1a1a";
    static final String WAITING = "#b03a00";

    /** Returns the flow with measurements beside labels, and below the titles of roles. */
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
     * A part of a run. Immutable.
     *
     * @param id a word, for links
     * @param title name and number of these parts
     * @param lines sizes and other facts
     * @param column column of the drawing, from the left; a part may be between two
     * @param row row of the drawing, from the top
     */
    record Part(String id, Part.Kind kind, String title, List<String> lines, double column, double row) {

        /**
         * The kind of a part, with its shape and colours. Colours are those of Okabe and Ito, which colour-blind
         * readers can distinguish: dark for edges and light for areas, so that dark text on them has a contrast of 12
         * or more.
         */
        enum Kind {
            OUTSIDE("environments", "[", "]", "#eeeeee", "#555555"),
            ROLE("threads", "([", "])", "#d9ebf7", "#0072b2"),
            BUFFER("buffers", "[[", "]]", "#fdebc8", "#b36b00"),
            BANK("banks", "[(", ")]", "#d3efe5", "#007a59"),
            PARAMETERS("parameters", "[/", "/]", "#f7e1ee", "#a84d83"),
            MEETING("where threads wait for each other", "{{", "}}", "#ffffff", "#555555");

            /** Text of the legend. */
            final String meaning;
            /** Mermaid's opening brackets of its shape. */
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
     * @param from end at which it begins
     * @param to end at which it enters
     * @param label description of the data
     * @param measure count of the run that measures the flow
     * @param at position of the label on the way, from 0 to 1
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

            /** Mermaid's arrow. */
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

            /** Outward direction: -1, 0 or 1. */
            final int x;

            final int y;

            Side(int x, int y) {
                this.x = x;
                this.y = y;
            }
        }

        /**
         * One end of a link.
         *
         * @param place position on the side, from -1 to 1: 0 is its middle
         */
        record End(String part, Side side, double place) {}
    }
}
