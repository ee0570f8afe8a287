package io.htsrl.monitor.graph;

import io.htsrl.monitor.graph.Flow.Part;

/**
 * Colours of a kind of part: those of Okabe and Ito, which colour-blind readers tell apart, dark for edges and light
 * for areas, so that dark text on them has a contrast of 12 and more.
 */
enum PartColours {
    OUTSIDE("#eeeeee", "#555555"),
    ROLE("#d9ebf7", "#0072b2"),
    BUFFER("#fdebc8", "#b36b00"),
    BANK("#d3efe5", "#007a59"),
    PARAMETERS("#f7e1ee", "#a84d83"),
    MEETING("#ffffff", "#555555");

    static final String TEXT = "#1a1a1a";
    static final String WAITING = "#b03a00";

    private final String area;
    private final String edge;

    PartColours(String area, String edge) {
        this.area = area;
        this.edge = edge;
    }

    static PartColours of(Part.Kind kind) {
        return valueOf(kind.name());
    }

    String area() {
        return area;
    }

    String edge() {
        return edge;
    }
}
