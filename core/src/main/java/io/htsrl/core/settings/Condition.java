package io.htsrl.core.settings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a setting is void without: another setting that has a certain value, or is above a number. Immutable. */
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
     * Reads {@code optimizer=rmsprop} or {@code per-alpha>0}.
     *
     * @throws IllegalArgumentException where it is neither
     */
    public static Condition parse(String text) {
        Matcher m = FORM.matcher(text);
        if (!m.matches()) {
            throw new IllegalArgumentException("no condition: " + text);
        }
        return new Condition(m.group(1), m.group(2).equals(">"), m.group(3));
    }

    /** The setting that is asked for. */
    public String key() {
        return key;
    }

    /** Returns whether it holds of these settings, or may: {@code auto} can become any value. */
    public boolean holds(Lookup settings) {
        if (above) {
            return settings.<Number>get(key).doubleValue() > Double.parseDouble(value);
        }
        String text = settings.text(key);
        return text.equals(value) || text.equals(AutoValue.AUTO);
    }

    /** Completes "is for ... only". */
    public String words() {
        return above
                ? (key.matches("[aeiou].*") ? "an" : "a") + " --" + key + " above " + value
                : "--" + key + " " + value;
    }

    /** How to make it hold: an imperative. */
    public String remedy() {
        return above ? "give a higher --" + key : "choose --" + key + " " + value;
    }
}
