package io.htsrl.cli.settings;

import io.htsrl.core.error.Violations;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads lists of seeds such as {@code 1-10}, {@code 1,2,5} or {@code 1-3,7}. Stateless, any thread. */
public final class SeedList {
    private static final Pattern PART = Pattern.compile("(-?\\d{1,18})(?:-(\\d{1,18}))?");
    private static final int MOST = 10_000;

    private SeedList() {}

    /** Returns the seeds in the order given; empty where the text is wrong, with the reason among the violations. */
    public static List<Long> parse(String setting, String text, Violations violations) {
        Set<Long> seeds = new LinkedHashSet<>();
        for (String part : text.split(",", -1)) {
            String problem = add(part.strip(), seeds);
            if (problem != null) {
                violations.add(setting, text, problem, "give 1-10 or 1,2,5, for example");
                return List.of();
            }
        }
        return new ArrayList<>(seeds);
    }

    /** Returns what is wrong with {@code part}, or null. */
    private static String add(String part, Set<Long> seeds) {
        Matcher range = PART.matcher(part);
        if (!range.matches()) {
            return "must be whole numbers and ranges with commas between";
        }
        long first = Long.parseLong(range.group(1));
        long last = range.group(2) == null ? first : Long.parseLong(range.group(2));
        if (last < first) {
            return "must have ranges that rise";
        }
        if (last - first >= MOST - seeds.size()) {
            return "must name at most " + MOST + " seeds";
        }
        for (long seed = first; seed <= last; seed++) {
            if (!seeds.add(seed)) {
                return "must name each seed once, and names " + seed + " again";
            }
        }
        return null;
    }
}
