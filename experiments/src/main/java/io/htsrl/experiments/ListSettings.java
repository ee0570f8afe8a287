package io.htsrl.experiments;

import io.htsrl.core.error.Violations;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/** Reads an experiment's settings, which are mostly lists, and collects violations. One thread. */
record ListSettings(Violations violations) {

    /** Splits a list at its commas. */
    List<String> texts(OptionSpec list) {
        return texts(list.longestName(), list.getValue());
    }

    /** Splits {@code text} at its commas. */
    List<String> texts(String flag, String text) {
        List<String> parts =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        violations.check(
                parts.stream().noneMatch(String::isEmpty),
                flag,
                text,
                "must be values with commas between",
                "remove the empty ones");
        violations.check(
                new HashSet<>(parts).size() == parts.size(),
                flag,
                text,
                "must name each value once",
                "remove what is there twice");
        return parts;
    }

    /** Splits a list and checks that each text is one of {@code known}. */
    List<String> choices(OptionSpec list, List<String> known) {
        List<String> parts = texts(list);
        for (String part : parts) {
            violations.check(
                    known.contains(part),
                    list.longestName(),
                    part,
                    "must be one of " + String.join(", ", known),
                    "give " + String.join(",", known) + " for example");
        }
        return parts;
    }

    /** Parses a whole number of at least {@code least}; returns {@code least} for an invalid one. */
    int integer(OptionSpec option, int least) {
        return integer(option.longestName(), option.getValue(), least);
    }

    /** Parses {@code text} in the same way. */
    int integer(String flag, String text, int least) {
        int value = least - 1;
        try {
            value = new BigDecimal(text).intValueExact(); // accepts 1e5 too, as all settings do
        } catch (ArithmeticException | NumberFormatException e) {
            // reported below
        }
        violations.check(
                value >= least,
                flag,
                text,
                "must be a whole number of at least " + least,
                "give " + Math.max(least, 3) + ", for example");
        return Math.max(value, least);
    }

    /** Parses a positive number; returns 1 for an invalid one. */
    double positive(OptionSpec option) {
        String text = option.getValue();
        double value = 0;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            // reported below
        }
        boolean good = value > 0 && value < Double.POSITIVE_INFINITY;
        violations.check(good, option.longestName(), text, "must be a number above 0", "give 10, for example");
        return good ? value : 1;
    }
}
