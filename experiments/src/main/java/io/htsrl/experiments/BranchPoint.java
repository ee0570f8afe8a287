package io.htsrl.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.rundir.DigestReader;
import io.htsrl.cli.rundir.DigestReader.DigestLine;
import io.htsrl.cli.rundir.Manifest;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.Numbers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The newest fork of a run, as its manifest records it: up to there the run shares its origin's past. Immutable.
 *
 * @param origin    name of the origin's folder
 * @param earlier   forks of the origin
 * @param timesteps environment steps before the fork
 * @param name      such as {@code learning-rate=1e-4 from 312,000}
 */
record BranchPoint(String origin, List<JsonNode> earlier, long timesteps, String name) {

    /** Returns the newest fork; empty for a run that is none. */
    static Optional<BranchPoint> of(RunReader run) {
        List<JsonNode> forks = forks(run);
        if (forks.isEmpty()) {
            return Optional.empty();
        }
        JsonNode last = forks.remove(forks.size() - 1);
        long steps = last.path("interval").asLong() * stepsPerInterval(run);
        Map<String, String> settings = run.settings();
        String changes = last.path("settings_before").properties().stream()
                .map(Map.Entry::getKey)
                .map(key -> key + "=" + number(settings.getOrDefault(key, "none")))
                .collect(Collectors.joining(", "));
        String name = (changes.isEmpty() ? "unchanged" : changes) + Numbers.text(" from %,d", steps);
        String origin =
                last.path("origin").asText().replaceFirst("[/\\\\]+$", "").replaceFirst("(?s).*[/\\\\]", "");
        return Optional.of(new BranchPoint(origin, forks, steps, name));
    }

    /** Returns a text in which a number such as {@code 1.0E-4} is written as people write it: {@code 1e-4}. */
    static String number(String text) {
        return text.replaceFirst("^(-?\\d+)(?:\\.0)?(\\.\\d+)?E(-?\\d+)$", "$1$2e$3");
    }

    private static List<JsonNode> forks(RunReader run) {
        List<JsonNode> forks = new ArrayList<>();
        if (Files.exists(run.folder().resolve("manifest.json"))) {
            run.manifest().path(Manifest.FORKS).forEach(forks::add);
        }
        return forks;
    }

    private static long stepsPerInterval(RunReader run) {
        try (DigestReader digests = run.digests()) {
            DigestLine first = digests.next();
            return first == null ? 0 : first.timesteps() / (first.interval() + 1);
        }
    }

    /** Returns whether {@code run} may be the origin. */
    boolean isOf(RunReader run) {
        Path folder = run.folder().toAbsolutePath().normalize();
        return folder.endsWith(origin) && forks(run).equals(earlier);
    }
}
