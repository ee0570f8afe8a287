package io.htsrl.determinism.commands;

import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.RunFacts;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.Influence;
import io.htsrl.core.schedule.Schedule;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Two runs side by side. Immutable.
 *
 * @param settings the settings that differ, in the order of {@code config.yaml}
 * @param manifest what differs of their builds and machines
 * @param chain    their digest chains
 * @param unpromised why one of them promises no bits, such as {@code --schedule async}; empty where both do
 */
record RunDiff(
        RunFacts a,
        RunFacts b,
        List<Difference> settings,
        List<Difference> manifest,
        ChainDiff chain,
        Optional<String> unpromised) {

    /**
     * A value that differs.
     *
     * @param a as text; null where the first run has none
     * @param b as text; null where the second run has none
     */
    record Difference(String name, String a, String b) {}

    /** @throws io.htsrl.core.error.ConfigurationException when a directory cannot be read */
    static RunDiff of(RunReader a, RunReader b) {
        ChainDiff chain = ChainDiff.of(a, b);
        return new RunDiff(
                RunFacts.of(a, chain.extentA()),
                RunFacts.of(b, chain.extentB()),
                settings(a.settings(), b.settings()),
                ManifestDiff.of(a.manifest(), b.manifest()),
                chain,
                Stream.of(a, b).flatMap(run -> unpromised(run).stream()).findFirst());
    }

    private static Optional<String> unpromised(RunReader run) {
        Map<String, String> settings = run.settings();
        if (Boolean.parseBoolean(settings.get("adapt-batch"))) {
            return Optional.of("--adapt-batch");
        }
        return Schedule.named(settings.getOrDefault("schedule", ""))
                .filter(schedule -> !schedule.deterministic())
                .map(schedule -> "--schedule " + schedule);
    }

    private static List<Difference> settings(Map<String, String> a, Map<String, String> b) {
        Set<String> keys = new LinkedHashSet<>(a.keySet());
        keys.addAll(b.keySet());
        List<Difference> differences = new ArrayList<>();
        for (String key : keys) {
            if (!Objects.equals(a.get(key), b.get(key))) {
                differences.add(new Difference(key, a.get(key), b.get(key)));
            }
        }
        return differences;
    }

    static boolean decides(Difference setting) {
        return Influence.decidesBits(setting.name(), setting.a(), setting.b());
    }

    /** The settings that decide bits, of those that differ. */
    List<Difference> deciding() {
        return settings.stream().filter(RunDiff::decides).toList();
    }

    Verdict verdict() {
        if (!deciding().isEmpty() || unpromised.isPresent()) {
            return Verdict.NOT_COMPARABLE;
        }
        return chain.differs() ? Verdict.DIFFERENT : chain.equal() ? Verdict.EQUAL : Verdict.EQUAL_SO_FAR;
    }
}
