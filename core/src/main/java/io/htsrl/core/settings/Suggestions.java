package io.htsrl.core.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** Creates "Did you mean ...?" and lists of choices. Stateless, any thread. */
public final class Suggestions {

    private Suggestions() {}

    /** Returns the candidate most similar to {@code text}: few edits away, ignoring case. */
    public static Optional<String> closest(String text, Collection<String> candidates) {
        String lower = text.toLowerCase(Locale.ROOT);
        int limit = Math.max(2, text.length() / 3);
        return candidates.stream()
                // otherwise it is too far away
                .filter(candidate -> Math.abs(candidate.length() - text.length()) <= limit)
                .filter(candidate -> edits(lower, candidate.toLowerCase(Locale.ROOT)) <= limit)
                .min(Comparator.comparingInt(candidate -> edits(lower, candidate.toLowerCase(Locale.ROOT))));
    }

    /** Returns that candidate as a question. */
    public static Optional<String> didYouMean(String text, Collection<String> candidates) {
        return closest(text, candidates).map(near -> "did you mean " + near + "?");
    }

    /**
     * Returns the one name that {@code text} identifies: itself, or the only one that differs in case alone, or the
     * only one that differs in case, in a version such as {@code -v1} at its end and in a namespace such as
     * {@code ALE/}.
     */
    public static Optional<String> meant(String text, Collection<String> names) {
        if (names.contains(text)) {
            return Optional.of(text);
        }
        return only(names, name -> name.equalsIgnoreCase(text))
                .or(() -> only(names, name -> bare(name).equalsIgnoreCase(text)));
    }

    private static Optional<String> only(Collection<String> names, Predicate<String> condition) {
        List<String> found = names.stream().filter(condition).toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    private static String bare(String name) {
        return name.substring(name.lastIndexOf('/') + 1).replaceFirst("-v\\d+$", "");
    }

    /** Returns text such as {@code a2c, dqn or ppo}. */
    public static String oneOf(List<String> names) {
        int last = names.size() - 1;
        return last < 1 ? String.join("", names) : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
    }

    /** Returns Levenshtein's distance. */
    static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
