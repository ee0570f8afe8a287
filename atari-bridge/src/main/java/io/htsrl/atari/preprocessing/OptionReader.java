package io.htsrl.atari.preprocessing;

import io.htsrl.core.error.Violations;
import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Reads options by name and type; what is not understood becomes a violation and the default. Each option is read once;
 * what is left in the end is unknown. One thread.
 */
final class OptionReader {
    private final Map<String, String> unread;
    private final Violations violations;
    private final StringBuilder known = new StringBuilder();

    OptionReader(Map<String, String> options, Violations violations) {
        this.unread = new TreeMap<>(options);
        this.violations = violations;
    }

    int integer(String name, int missing) {
        return optional(name).orElse(missing);
    }

    OptionalInt optional(String name) {
        String text = take(name);
        try {
            return text == null ? OptionalInt.empty() : OptionalInt.of(new BigDecimal(text).intValueExact());
        } catch (ArithmeticException | NumberFormatException e) {
            refuse(name, text, "must be a whole number of at most 2147483647", "give 4, for example");
            return OptionalInt.empty();
        }
    }

    double decimal(String name, double missing) {
        String text = take(name);
        try {
            return text == null ? missing : new BigDecimal(text).doubleValue();
        } catch (NumberFormatException e) {
            refuse(name, text, "must be a number", "give 0.25, for example");
            return missing;
        }
    }

    boolean choice(String name, boolean missing) {
        String text = take(name);
        if (text == null || text.equals("true") || text.equals("false")) {
            return text == null ? missing : text.equals("true");
        }
        refuse(name, text, "must be true or false", "give one of the two");
        return missing;
    }

    /** After the last option: refuses the others. */
    void refuseRest() {
        unread.forEach(
                (name, text) -> refuse(name, text, "is not understood by Atari games", "choose one of " + known));
    }

    private String take(String name) {
        known.append(known.isEmpty() ? "" : ", ").append(name);
        return unread.remove(name);
    }

    private void refuse(String name, String text, String rule, String remedy) {
        violations.add("option " + name, text, rule, remedy);
    }
}
