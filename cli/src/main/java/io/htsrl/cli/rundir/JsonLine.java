package io.htsrl.cli.rundir;

import java.util.HexFormat;
import java.util.Map;

/**
 * Builds one flat JSON object on a line, reusing its buffer. Uses no tree and no reflection, for lines that are written
 * a thousand times a second. ASCII only; values that JSON cannot express (NaN, infinities) become {@code null}. One
 * thread at a time.
 */
public final class JsonLine {

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
        text.append(decimal(value));
        return this;
    }

    /** Adds a text. */
    public JsonLine field(String name, String value) {
        key(name);
        quote(text, value);
        return this;
    }

    /** Adds numbers, in the order of the map. */
    public JsonLine fields(Map<String, Double> values) {
        values.forEach((name, value) -> field(name, value.doubleValue()));
        return this;
    }

    /** Returns the finished line; valid until {@link #begin}. */
    public CharSequence end() {
        return text.append('}');
    }

    /** Returns a number in JSON's form, or {@code null}. */
    public static String decimal(double value) {
        if (value == (long) value && Math.abs(value) < 1e7) {
            return (long) value + ".0"; // most returns: ten times as fast as the shortest-digits search
        }
        return Double.isFinite(value) ? Double.toString(value) : "null";
    }

    private void key(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        quote(text, name);
        text.append(':');
    }

    /** Returns a string in JSON's and YAML's form, in double quotes, which no content can break out of. */
    public static String quoted(String value) {
        StringBuilder quoted = new StringBuilder();
        quote(quoted, value);
        return quoted.toString();
    }

    private static void quote(StringBuilder text, String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                text.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
