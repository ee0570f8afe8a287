package io.htsrl.cli.picture;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Names the runs that a picture shows: {@code ppo on CartPole-v1, seeds 1-3}. Immutable.
 *
 * @param algorithms names, in their order
 * @param environments names, in their order
 * @param seeds of all runs
 */
public record RunsTitle(Set<String> algorithms, Set<String> environments, Set<Long> seeds) {
    /** Most names that are listed. */
    private static final int NAMED = 3;

    /** Most letters of a full list of seeds. */
    private static final int LONG = 24;

    /** Returns the title of runs, from their settings by key. */
    public static RunsTitle of(Collection<Map<String, String>> runs) {
        return new RunsTitle(
                values(runs, "algo"),
                values(runs, "env"),
                values(runs, "seed").stream()
                        .filter(seed -> seed.matches("-?\\d{1,18}"))
                        .map(Long::valueOf)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static Set<String> values(Collection<Map<String, String>> runs, String key) {
        return runs.stream()
                .map(settings -> settings.getOrDefault(key, ""))
                .filter(value -> !value.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public String toString() {
        String names = names(algorithms, "algorithms") + " on " + names(environments, "environments");
        String ranges = ranges();
        return seeds.isEmpty()
                ? names
                : seeds.size() == 1
                        ? names + ", seed " + ranges
                        : names + (ranges.length() > LONG ? ", " + seeds.size() + " seeds" : ", seeds " + ranges);
    }

    private static String names(Set<String> names, String many) {
        return names.size() <= NAMED ? String.join(", ", names) : names.size() + " " + many;
    }

    /** Returns the seeds as ranges, such as {@code 1-3, 7}. */
    private String ranges() {
        List<Long> sorted = List.copyOf(new TreeSet<>(seeds));
        List<String> ranges = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= sorted.size(); i++) {
            if (i == sorted.size() || sorted.get(i) != sorted.get(i - 1) + 1) {
                ranges.add(range(sorted.get(first), sorted.get(i - 1)));
                first = i;
            }
        }
        return String.join(", ", ranges);
    }

    private static String range(long first, long last) {
        return first == last ? Long.toString(first) : first + (last == first + 1 ? ", " : "-") + last;
    }
}
