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

        /** What it is; shapes and colours say it too. */
        enum Kind {
            OUTSIDE("environments"),
            ROLE("threads"),
            BUFFER("buffers"),
            BANK("banks"),
            PARAMETERS("parameters"),
            MEETING("where threads wait for each other");

            private final String meaning;

            Kind(String meaning) {
                this.meaning = meaning;
            }

            /** For the legend. */
            String meaning() {
                return meaning;
            }
        }
    }

    /**
     * What goes from one part of a run to another, or waits for it. Immutable.
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

        /** What kind of a link. */
        enum Kind {
            DATA,
            BOTH_WAYS,
            WAIT
        }

        /** What is counted in a run. */
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

            private final int x;
            private final int y;

            Side(int x, int y) {
                this.x = x;
                this.y = y;
            }

            /** -1, 0 or 1: outwards. */
            int x() {
                return x;
            }

            int y() {
                return y;
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
