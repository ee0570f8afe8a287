package io.htsrl.core.settings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The form in {@code config.yaml} of a value that was derived from other settings: {@code auto (16)}. A new run from
 * the file derives the value again from its settings; a reader of the old run's settings gets 16. Stateless, any
 * thread.
 */
public final class AutoValue {
    /** Text by which a user requests a derived value. */
    public static final String AUTO = "auto";

    /** Form of a number or a name in the file. */
    private static final Pattern WRITTEN = Pattern.compile(AUTO + " \\(([a-z0-9-]{1,40})\\)");

    private AutoValue() {}

    /** Returns the text in the file. */
    public static String of(Object value) {
        return AUTO + " (" + value + ")";
    }

    /** Returns whether {@code text} requests a derived value. */
    public static boolean matches(String text) {
        return text.equals(AUTO) || WRITTEN.matcher(text).matches();
    }

    /** Returns the value in force, if the text contains it; otherwise the text itself. */
    public static String inForce(String text) {
        Matcher matcher = WRITTEN.matcher(text);
        return matcher.matches() ? matcher.group(1) : text;
    }
}
