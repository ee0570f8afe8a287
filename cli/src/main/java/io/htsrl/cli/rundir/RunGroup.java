package io.htsrl.cli.rundir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Group of runs below one folder, such as a sweep's, that differ only in their seed. Immutable.
 *
 * @param name such as {@code ppo CartPole-v1, learning-rate 0.001}: distinguishes it from the folder's other groups
 * @param runs in the order of their seeds
 */
public record RunGroup(String name, List<RunReader> runs) {
    private static final String SEED = "seed";
    private static final String UNFINISHED = ".unfinished-";

    /** Returns whether {@code folder} is no run directory, and holds some that a sweep has not moved aside. */
    public static boolean areIn(Path folder) {
        return Files.isDirectory(folder)
                && !RunFolders.isRun(folder)
                && folders(folder).stream().anyMatch(run -> RunFolders.isRun(run) && !isAside(run));
    }

    /**
     * Returns the runs in {@code folder}, without those that a sweep has moved aside.
     *
     * @throws io.htsrl.core.error.ConfigurationException where the settings of one are missing, or cannot be read
     */
    public static List<RunGroup> in(Path folder) {
        Map<Map<String, String>, List<RunReader>> groups = new LinkedHashMap<>();
        for (RunReader reader : runs(folder)) {
            Map<String, String> settings = reader.settings();
            settings.remove(SEED);
            groups.computeIfAbsent(settings, s -> new ArrayList<>()).add(reader);
        }
        return groups.entrySet().stream()
                .map(group -> new RunGroup(name(group.getKey(), groups.keySet()), bySeed(group.getValue())))
                .toList();
    }

    /** Returns the run in {@code folder}, or the same runs as {@link #in} one by one. */
    public static List<RunReader> runs(Path folder) {
        return areIn(folder)
                ? folders(folder).stream()
                        .filter(run -> RunFolders.wasRun(run) && !isAside(run))
                        .map(RunReader::open)
                        .toList()
                : List.of(RunReader.open(folder));
    }

    private static boolean isAside(Path run) {
        return run.getFileName().toString().contains(UNFINISHED);
    }

    private static List<Path> folders(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(Files::isDirectory).sorted().toList();
        } catch (IOException e) {
            throw RunFiles.unreadable(folder, e);
        }
    }

    private static List<RunReader> bySeed(List<RunReader> runs) {
        return runs.stream().sorted(Comparator.comparingLong(RunGroup::seed)).toList();
    }

    private static long seed(RunReader run) {
        String seed = run.settings().get(SEED);
        return seed != null && seed.matches("-?\\d{1,18}") ? Long.parseLong(seed) : 0;
    }

    private static String name(Map<String, String> settings, Set<Map<String, String>> all) {
        List<Map<String, String>> alike =
                all.stream().filter(other -> task(other).equals(task(settings))).toList();
        return Stream.concat(
                        Stream.of(task(settings)),
                        settings.keySet().stream()
                                .filter(key -> alike.stream()
                                        .anyMatch(other -> !Objects.equals(other.get(key), settings.get(key))))
                                .map(key -> key + " " + settings.get(key)))
                .collect(Collectors.joining(", "));
    }

    private static String task(Map<String, String> settings) {
        return settings.get("algo") + " " + settings.get("env");
    }
}
