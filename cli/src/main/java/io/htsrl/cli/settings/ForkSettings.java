package io.htsrl.cli.settings;

import io.htsrl.cli.rundir.RunReader;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.AutoValue;
import io.htsrl.core.settings.EarlierValue;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.trainer.config.RunConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The settings of a run with forks, at each of its intervals: its {@code config.yaml} has the newest ones, and under
 * {@code earlier-settings} what forks have changed. Stateless, any thread.
 */
public final class ForkSettings {
    /** Key of the values before forks. */
    public static final String EARLIER = "earlier-settings";

    private ForkSettings() {}

    /**
     * Reads the settings that a fork changes.
     *
     * @param texts {@code NAME=VALUE}, as given
     * @param run   the forked run, whose algorithm decides which settings there are
     */
    public static Layer read(List<String> texts, RunConfig run, Violations violations) {
        Layer changes = Layer.ofCommandLine();
        for (String text : texts) {
            int equals = text.indexOf('=');
            String key = text.substring(0, Math.max(0, equals)).replace('_', '-').replaceFirst("^--", "");
            violations.check(
                    equals > 0 && !changes.has(key),
                    "--set",
                    text,
                    "must be NAME=VALUE, each name once",
                    "give --set learning-rate=1e-4, for example");
            if (equals > 0 && !changes.has(key)) {
                changes.add(key, text.substring(equals + 1));
            }
        }
        check(changes, run, violations);
        return changes;
    }

    /** Adds a mistake for each setting that a fork cannot change. */
    public static void check(Layer changes, RunConfig run, Violations violations) {
        List<String> allowed = keys(run);
        for (String key : new TreeSet<>(changes.keys())) {
            boolean known = CliSettings.schema().find(key).isPresent();
            violations.check(
                    allowed.contains(key),
                    "--set",
                    key,
                    known
                            ? "must be a setting that may change at a fork of a " + run.algorithm().algorithm()
                                    + " run: it must lay out no state of the run, such as networks and memories do"
                            : "must name a setting",
                    (known ? "train a new run with it, or change " : Suggestions.didYouMean(key, allowed).orElse("choose"))
                            + (known || Suggestions.closest(key, allowed).isEmpty()
                                    ? " one of " + String.join(", ", allowed)
                                    : ""));
        }
    }

    /** Returns the keys that a fork of {@code run} may change. */
    private static List<String> keys(RunConfig run) {
        return CliSettings.schema().all().stream()
                .filter(SettingSpec::isOnFork)
                .filter(setting -> setting.owners().isEmpty()
                        || setting.owners().contains(run.algorithm().algorithm()))
                .map(SettingSpec::key)
                .toList();
    }

    /**
     * Returns the settings that were in force in an interval, for {@link #resolved}.
     *
     * @param file  the run's {@code config.yaml}
     * @param flags given above it
     */
    public static Layer at(Path file, Layer flags, long interval) {
        Layer then = FileChoice.of(flags, file);
        RunConfig now = resolved(then).config();
        Map<String, EarlierValue> values = new LinkedHashMap<>();
        now.earlierSettings().stream()
                .filter(value -> value.until() > interval)
                .forEach(value -> values.putIfAbsent(value.key(), value));
        check(values.keySet(), now); // a run directory is data: it may change nothing else
        for (EarlierValue value : values.values()) {
            then = value.text().isPresent()
                    ? then.replacing(value.key(), value.text().get())
                    : then.without(value.key()).addEmpty(value.key());
        }
        return with(
                then,
                now.earlierSettings().stream()
                        .filter(value -> value.until() <= interval)
                        .toList());
    }

    /** Refuses settings that a fork of {@code run} cannot change. */
    public static void check(Collection<String> keys, RunConfig run) {
        Layer changes = Layer.ofCommandLine();
        keys.forEach(changes::addEmpty);
        Violations violations = new Violations();
        check(changes, run, violations);
        violations.throwIfAny();
    }

    /** Returns {@code flags} with these earlier values, in place of the file's. */
    public static Layer with(Layer flags, List<EarlierValue> earlier) {
        Layer all = flags.without(EARLIER).addEmpty(EARLIER);
        earlier.forEach(value -> all.add(EARLIER, value.toString()));
        return all;
    }

    /** Resolves the settings of a run that has begun. */
    public static ResolvedRun resolved(Layer flags) {
        return new ConfigResolver(flags, new Violations()).ofRecordedRun().resolve();
    }

    /**
     * Returns the values of {@code before} that decide bits and that {@code after} changes, by key.
     *
     * @param interval first interval of {@code after}
     */
    public static List<EarlierValue> changed(RunReader reader, ResolvedRun before, ResolvedRun after, long interval) {
        Map<String, String> old = reader.settings(ConfigYaml.of(before));
        Map<String, String> now = reader.settings(ConfigYaml.of(after));
        TreeSet<String> keys = new TreeSet<>(old.keySet());
        keys.addAll(now.keySet());
        keys.removeAll(List.of(EARLIER, "total-timesteps", "annealed-over")); // which keep a plan of their own
        List<EarlierValue> changed = new ArrayList<>();
        for (String key : keys) {
            if (!Objects.equals(old.get(key), now.get(key)) && CliSettings.decidesBits(key, old.get(key), now.get(key))) {
                String text = old.get(key);
                changed.add(new EarlierValue(
                        key,
                        Optional.ofNullable(
                                text == null || !before.derived().contains(key) ? text : AutoValue.of(text)),
                        interval));
            }
        }
        return changed;
    }

    /** Restores, in the texts of {@code config.yaml}, the values with which interval {@code interval - 1} was made. */
    public static void restore(List<EarlierValue> earlier, long interval, Map<String, String> settings) {
        for (int i = earlier.size() - 1; i >= 0; i--) { // the first of a setting counts
            EarlierValue value = earlier.get(i);
            if (value.until() >= interval) {
                value.text()
                        .ifPresentOrElse(
                                text -> settings.put(value.key(), AutoValue.inForce(text)),
                                () -> settings.remove(value.key()));
            }
        }
        List<String> left = earlier.stream()
                .filter(value -> value.until() < interval)
                .map(EarlierValue::toString)
                .toList();
        settings.remove(EARLIER);
        if (!left.isEmpty()) {
            settings.put(EARLIER, String.join(", ", left));
        }
    }
}
