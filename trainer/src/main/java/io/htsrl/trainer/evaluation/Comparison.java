package io.htsrl.trainer.evaluation;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A comparison of a metric with a number, such as {@code approx_kl > 0.1}. Immutable.
 *
 * @param metric name in lower case, as in {@code metrics.jsonl}
 * @param operator {@code >}, {@code >=}, {@code <} or {@code <=}
 */
public record Comparison(String metric, String operator, double threshold) {
    private static final Pattern TEXT =
            Pattern.compile("([a-z][a-z0-9_]{0,63}) *([<>]=?) *(-?\\d{1,18}(?:\\.\\d{1,18})?(?:[eE][-+]?\\d{1,2})?)");

    /** Reads a comparison; empty where the text is none. */
    public static Optional<Comparison> read(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        return parts.matches()
                ? Optional.of(new Comparison(parts.group(1), parts.group(2), Double.parseDouble(parts.group(3))))
                : Optional.empty();
    }

    /** Returns whether it holds for this value of the metric; false for NaN. */
    public boolean holds(double value) {
        return switch (operator) {
            case ">" -> value > threshold;
            case ">=" -> value >= threshold;
            case "<" -> value < threshold;
            default -> value <= threshold;
        };
    }

    @Override
    public String toString() {
        return metric + " " + operator + " "
                + (threshold == Math.rint(threshold) && Math.abs(threshold) < 1e15
                        ? Long.toString((long) threshold)
                        : Double.toString(threshold));
    }
}
