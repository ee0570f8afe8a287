package io.htsrl.cli.picture;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Colours of series in every picture, in files and pages: those of Okabe and Ito, adjusted as little as possible so
 * that each contrasts with its background (3:1) and every two are distinguishable with each kind of colour blindness.
 * Immutable, any thread.
 */
public enum SeriesColours {
    /** Colours for white and light backgrounds. */
    LIGHT("#0d5997", "#d55e00", "#1d864d", "#c671a0", "#7a3e00", "#1293e0", "#000000"),
    /** Colours for dark backgrounds. */
    DARK("#63c1fa", "#e8743b", "#1ca57c", "#d98cba", "#f0e442", "#7f7fff", "#f5f5f5");

    private final List<String> colours;

    SeriesColours(String... colours) {
        this.colours = List.of(colours);
    }

    /** Returns all colours, such as {@code #0d5997}, in the order in which series take them. */
    public List<String> all() {
        return colours;
    }

    /** Returns the colour of the series at an index. Colours repeat after the last; lines are dashed then. */
    public String of(int series) {
        return colours.get(series % colours.size());
    }

    /** Returns declarations for a style sheet, {@code --c0} and so on. */
    public String css() {
        return IntStream.range(0, colours.size())
                .mapToObj(i -> "--c" + i + ": " + colours.get(i) + ";")
                .collect(Collectors.joining(" "));
    }
}
