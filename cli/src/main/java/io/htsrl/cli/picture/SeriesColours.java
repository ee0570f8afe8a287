package io.htsrl.cli.picture;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The colours of series in every picture, files and pages: those of Okabe and Ito, moved as little as it takes for each
 * to stand out from its ground (3:1) and for every two to be told apart with each kind of colour blindness. Immutable,
 * any thread.
 */
public enum SeriesColours {
    /** On white and on light panels. */
    LIGHT("#0d5997", "#d55e00", "#1d864d", "#c671a0", "#7a3e00", "#1293e0", "#000000"),
    /** On dark ones. */
    DARK("#63c1fa", "#e8743b", "#1ca57c", "#d98cba", "#f0e442", "#7f7fff", "#f5f5f5");

    private final List<String> colours;

    SeriesColours(String... colours) {
        this.colours = List.of(colours);
    }

    /** All of them, such as {@code #0d5997}, in the order in which series take them. */
    public List<String> all() {
        return colours;
    }

    /** Of the series of that place: they begin anew after the last, and lines are dashed then. */
    public String of(int series) {
        return colours.get(series % colours.size());
    }

    /** As declarations of a style sheet, {@code --c0} and so on. */
    public String css() {
        return IntStream.range(0, colours.size())
                .mapToObj(i -> "--c" + i + ": " + colours.get(i) + ";")
                .collect(Collectors.joining(" "));
    }
}
