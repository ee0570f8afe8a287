package io.htsrl.monitor.graph;

import java.util.List;

/**
 * Something that a run is made of. Immutable.
 *
 * @param id     a word, for links
 * @param title  its name, and how many there are
 * @param lines  sizes, and what else is to be known
 * @param column of the drawing, from the left; parts may stand between two
 * @param row    of the drawing, from the top
 */
record Part(String id, Kind kind, String title, List<String> lines, double column, double row) {

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
