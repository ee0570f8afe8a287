package io.htsrl.determinism.commands;

import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.RunFacts;
import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.settings.SettingSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Comparison of two runs. Immutable.
 *
 * @param settings the settings that differ, in the order of {@code config.yaml}
 * @param manifest differences of their builds and machines
 * @param chain their digest chains
 * @param unpromised reason why one of them promises no bits, such as {@code --schedule async}; empty where both do
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

    /** Result of {@code hts diff}. */
    enum Verdict {
        /** Both chains are equal, from the first line to the last. */
        EQUAL(ExitCode.OK),
        /** All intervals that both have are equal, and one run has more. */
        EQUAL_SO_FAR(ExitCode.OK),
        /** Equal settings, and an interval that differs. */
        DIFFERENT(ExitCode.DIFFERENT),
        /** A setting that decides bits differs, or the schedule promises none. */
        NOT_COMPARABLE(ExitCode.NOT_COMPARABLE);

        private final int exitCode;

        Verdict(int exitCode) {
            this.exitCode = exitCode;
        }

        int exitCode() {
            return exitCode;
        }
    }

    /** @throws io.htsrl.core.error.ConfigurationException when a directory cannot be read */
    static RunDiff of(RunReader a, RunReader b) {
        ChainDiff chain = ChainDiff.of(a, b);
        return new RunDiff(
                RunFacts.of(a, chain.extentA()),
                RunFacts.of(b, chain.extentB()),
                settings(a, b),
                ManifestDiff.of(a.manifest(), b.manifest()),
                chain,
                Stream.of(a, b).flatMap(run -> unpromised(run).stream()).findFirst());
    }

    /** Returns the reason why a run promises no bits; empty if it does. */
    static Optional<String> unpromised(RunReader run) {
        Map<String, String> settings = run.settings();
        if (Boolean.parseBoolean(settings.get("adapt-batch"))) {
            return Optional.of("--adapt-batch");
        }
        if (!run.manifest().at("/environment_check/differs").asText().isEmpty()) {
            return Optional.of("--allow-nondeterminism with this environment");
        }
        return Schedule.named(settings.getOrDefault("schedule", ""))
                .filter(schedule -> !schedule.deterministic())
                .map(schedule -> "--schedule " + schedule);
    }

    /** @throws ConfigurationException where the run promises no bits, so that it cannot be trained again */
    static void requirePromised(RunReader run) {
        unpromised(run).ifPresent(why -> {
            throw new ConfigurationException(
                    "RUN", run.folder(), "must promise bits, and was made with " + why, "choose another run");
        });
    }

    private static List<Difference> settings(RunReader runA, RunReader runB) {
        Map<String, String> a = runA.settings();
        Map<String, String> b = runB.settings();
        Set<String> keys = new LinkedHashSet<>(a.keySet());
        keys.addAll(b.keySet());
        List<Difference> differences = new ArrayList<>();
        Violations violations = new Violations();
        for (String key : keys) {
            if (!Objects.equals(a.get(key), b.get(key))) {
                check(key, a.get(key), runA, violations);
                check(key, b.get(key), runB, violations);
                differences.add(new Difference(key, a.get(key), b.get(key)));
            }
        }
        violations.throwIfAny();
        return differences;
    }

    /** Checks that a difference is a setting with a valid value: anything else is a damaged file, not a difference. */
    private static void check(String key, String value, RunReader run, Violations violations) {
        if (value == null) {
            return;
        }
        String name = ShownText.of(key) + " (in " + run.configFile() + ")";
        Optional<SettingSpec> setting = CliSettings.schema().find(key);
        if (setting.isEmpty()) {
            violations.add(
                    name,
                    value,
                    "must be a setting of this version, since the other run does not have the same",
                    CliSettings.schema().didYouMean(key).orElse("compare the runs with the version that made them"));
        } else if (setting.get().type().readAll(List.of(value.split(", ", -1))) == null) {
            violations.add(name, value, setting.get().type().rule(), RunFiles.COPY);
        }
    }

    static boolean decides(Difference setting) {
        return CliSettings.decidesBits(setting.name(), setting.a(), setting.b());
    }

    /** Returns the settings that decide bits, of those that differ. */
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
