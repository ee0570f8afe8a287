package io.htsrl.core.settings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An interval of allowed numbers, in mathematical notation. Immutable, any thread. */
public record Range(String low, String high, boolean openLow, boolean openHigh) {
    private static final Pattern FORM = Pattern.compile("([\\[(])\\s*(\\S+?)\\s*,\\s*(\\S+?)\\s*([])])");
    private static final Pattern POWER = Pattern.compile("2\\^(\\d+)(-1)?");

    /**
     * Parses an interval such as {@code [0, 1)}, {@code (0, inf)} or {@code [1, 2^31-1]}; the number beside a square
     * bracket is included.
     *
     * @throws IllegalArgumentException when the text is not an interval
     */
    public static Range parse(String text) {
        Matcher m = FORM.matcher(text);
        if (!m.matches()) {
            throw new IllegalArgumentException("no range: " + text);
        }
        return new Range(
                m.group(2), m.group(3), m.group(1).equals("("), m.group(4).equals(")"));
    }

    /** Returns whether {@code value} is in the interval; false for NaN and infinities. */
    public boolean holds(Number value) {
        double number = value.doubleValue();
        return Double.isFinite(number)
                && (openLow ? number > bound(low) : number >= bound(low))
                && (openHigh ? number < bound(high) : number <= bound(high));
    }

    private static double bound(String text) {
        Matcher power = POWER.matcher(text);
        return text.equals("inf")
                ? Double.POSITIVE_INFINITY
                : power.matches()
                        ? Math.scalb(1.0, Integer.parseInt(power.group(1))) - (power.group(2) == null ? 0 : 1)
                        : Double.parseDouble(text);
    }

    /**
     * Returns text that completes "it ...".
     *
     * @param whole whether the numbers are integers
     */
    public String rule(boolean whole) {
        if (high.equals("inf")) {
            return openLow && low.equals("0")
                    ? "must be a positive number"
                    : "must be " + (openLow ? "above " : "at least ") + low;
        }
        return whole && !openLow && !openHigh
                ? "must be in " + low + " .. " + high
                : "must be in " + (openLow ? "(" : "[") + low + ", " + high + (openHigh ? ")" : "]");
    }
}
