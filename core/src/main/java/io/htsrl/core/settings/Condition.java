package io.htsrl.core.settings;

import io.htsrl.core.time.AnnealedValue;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The condition under which a setting applies: another setting has one of some values, has another one, or is above a
 * number. Immutable.
 */
public record Condition(String key, String relation, String value) {
    /** Value in a condition that stands for all schedules of a number, such as {@code linear:3e-4:0}. */
    private static final String SCHEDULE = "a schedule";

    private static final Pattern FORM = Pattern.compile("([a-z-]+)(=|!=|>)(.+)");

    /**
     * Parses {@code network=mlp|combined}, {@code memory!=none}, {@code per-alpha>0} or {@code learning-rate!=a
     * schedule}.
     *
     * @throws IllegalArgumentException when the text has none of these forms
     */
    public static Condition parse(String text) {
        Matcher m = FORM.matcher(text);
        if (!m.matches()) {
            throw new IllegalArgumentException("no condition: " + text);
        }
        return new Condition(m.group(1), m.group(2), m.group(3));
    }

    /** Returns whether the condition holds for these settings, or may hold: {@code auto} can become any value. */
    public boolean holds(Lookup settings) {
        if (relation.equals(">")) {
            return settings.<Number>get(key).doubleValue() > Double.parseDouble(value);
        }
        boolean scheduled = settings.get(key) instanceof AnnealedValue annealed && !annealed.isConstant();
        String text = scheduled ? SCHEDULE : settings.text(key);
        return relation.equals("=")
                ? List.of(value.split("\\|")).contains(text) || text.equals(AutoValue.AUTO)
                : !text.equals(value);
    }

    /** Returns text that completes "is for ... only". */
    public String words() {
        return switch (relation) {
            case ">" -> (key.matches("[aeiou].*") ? "an" : "a") + " --" + key + " above " + value;
            case "!=" -> "a --" + key + " other than " + value;
            default -> "--" + key + " " + either();
        };
    }

    private String either() {
        return value.replace("|", " or ");
    }

    /** Returns an imperative that says how to meet the condition. */
    public String remedy() {
        return switch (relation) {
            case ">" -> "give a higher --" + key;
            case "!=" -> "choose another --" + key + " than " + value;
            default -> "choose --" + key + " " + either();
        };
    }
}
