package io.htsrl.core.settings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The condition under which a setting applies: another setting has a certain value, or is above a number. Immutable.
 */
public final class Condition {
    private static final Pattern FORM = Pattern.compile("([a-z-]+)([=>])(.+)");

    private final String key;
    private final boolean above;
    private final String value;

    private Condition(String key, boolean above, String value) {
        this.key = key;
        this.above = above;
        this.value = value;
    }

    /**
     * Parses {@code optimizer=rmsprop} or {@code per-alpha>0}.
     *
     * @throws IllegalArgumentException when the text has neither form
     */
    public static Condition parse(String text) {
        Matcher m = FORM.matcher(text);
        if (!m.matches()) {
            throw new IllegalArgumentException("no condition: " + text);
        }
        return new Condition(m.group(1), m.group(2).equals(">"), m.group(3));
    }

    /** Returns the key of the other setting. */
    public String key() {
        return key;
    }

    /** Returns whether the condition holds for these settings, or may hold: {@code auto} can become any value. */
    public boolean holds(Lookup settings) {
        if (above) {
            return settings.<Number>get(key).doubleValue() > Double.parseDouble(value);
        }
        String text = settings.text(key);
        return text.equals(value) || text.equals(AutoValue.AUTO);
    }

    /** Returns text that completes "is for ... only". */
    public String words() {
        return above
                ? (key.matches("[aeiou].*") ? "an" : "a") + " --" + key + " above " + value
                : "--" + key + " " + value;
    }

    /** Returns an imperative that says how to meet the condition. */
    public String remedy() {
        return above ? "give a higher --" + key : "choose --" + key + " " + value;
    }
}
