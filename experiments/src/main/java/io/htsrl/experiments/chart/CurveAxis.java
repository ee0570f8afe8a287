package io.htsrl.experiments.chart;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What learning curves are drawn over. Immutable, any thread. */
public enum CurveAxis {
    STEPS("timesteps", "environment steps"),
    TIME("wall_seconds", Drawing.SECONDS),
    EPISODES("episodes", "episodes");

    private static final String MINUTES = "minutes"; // a former name of time

    private final String key;
    private final String title;

    CurveAxis(String key, String title) {
        this.key = key;
        this.title = title;
    }

    /** The one of that name, such as {@code steps}. */
    public static Optional<CurveAxis> named(String name) {
        return name.equals(MINUTES)
                ? Optional.of(TIME)
                : Arrays.stream(values())
                        .filter(axis -> axis.toString().equals(name))
                        .findFirst();
    }

    public static List<String> names() {
        return Arrays.stream(values()).map(CurveAxis::toString).toList();
    }

    /** Its name in the lines of {@code metrics.jsonl}. */
    public String key() {
        return key;
    }

    /** What stands at the axis; of time the unit follows from how long it is. */
    public String title() {
        return title;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
