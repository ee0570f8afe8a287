package io.htsrl.cli.rundir.files;

import java.util.Map;

/**
 * Builds one flat JSON object on a line, reusing its buffer: no tree, no reflection, for lines that are written a
 * thousand times a second. ASCII only; what JSON cannot say (NaN, infinities) is {@code null}. One thread at a time.
 */
public final class JsonLine {
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder text = new StringBuilder(512);

    /** Empties the line. */
    public JsonLine begin() {
        text.setLength(0);
        text.append('{');
        return this;
    }

    /** Adds a whole number. */
    public JsonLine field(String name, long value) {
        key(name);
        text.append(value);
        return this;
    }

    /** Adds a number. */
    public JsonLine field(String name, double value) {
        key(name);
        appendDecimal(text, value);
        return this;
    }

    /** Adds a text. */
    public JsonLine field(String name, String value) {
        key(name);
        quote(value);
        return this;
    }

    /** Adds numbers, in the order of the map. */
    public JsonLine fields(Map<String, Double> values) {
        values.forEach(this::field);
        return this;
    }

    private void field(String name, Double value) {
        field(name, value.doubleValue());
    }

    /** The finished line; valid until {@link #begin}. */
    public CharSequence end() {
        return text.append('}');
    }

    /** Appends a number as JSON knows it, or {@code null}. */
    public static void appendDecimal(StringBuilder to, double value) {
        if (!Double.isFinite(value)) {
            to.append("null");
        } else if (value == (long) value && Math.abs(value) < 1e7) {
            to.append((long) value).append(".0"); // most returns: ten times as fast as the shortest-digits search
        } else {
            to.append(value);
        }
    }

    private void key(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        quote(name);
        text.append(':');
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                text.append("\\u")
                        .append(HEX.charAt(c >> 12))
                        .append(HEX.charAt(c >> 8 & 15))
                        .append(HEX.charAt(c >> 4 & 15))
                        .append(HEX.charAt(c & 15));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
