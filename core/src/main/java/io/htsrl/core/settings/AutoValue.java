package io.htsrl.core.settings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How {@code config.yaml} says that a setting followed from others: {@code auto (16)}. Whoever takes the file for
 * another run lets it follow from that run's settings; whoever reads what ran reads 16. Stateless, any thread.
 */
public final class AutoValue {
    /** What a user writes. */
    public static final String AUTO = "auto";

    /** A number or a name. */
    private static final Pattern WRITTEN = Pattern.compile(AUTO + " \\(([a-z0-9-]{1,40})\\)");

    private AutoValue() {}

    /** The text in the file. */
    public static String of(Object value) {
        return AUTO + " (" + value + ")";
    }

    /** Returns whether {@code text} leaves the value to other settings. */
    public static boolean matches(String text) {
        return text.equals(AUTO) || WRITTEN.matcher(text).matches();
    }

    /** The value that was in force, where the text tells it; otherwise the text itself. */
    public static String inForce(String text) {
        Matcher matcher = WRITTEN.matcher(text);
        return matcher.matches() ? matcher.group(1) : text;
    }
}
