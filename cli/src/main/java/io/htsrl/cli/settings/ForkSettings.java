package io.htsrl.cli.settings;

import io.htsrl.cli.rundir.RunReader;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.AutoValue;
import io.htsrl.core.settings.EarlierValue;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.core.settings.ValueType;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.Algorithms;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.settings.RunSchema;
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

    /** Reads the settings that a fork changes, each {@code NAME=VALUE}, or {@code NAME} for a switch. */
    public static Layer read(List<String> texts, Violations violations) {
        Layer changes = Layer.ofCommandLine();
        for (String text : texts) {
            int equals = text.indexOf('=');
            String key = (equals < 0 ? text : text.substring(0, equals))
                    .replaceFirst("^--", "")
                    .replace('_', '-');
            boolean alone = CliSettings.schema()
                    .find(key)
                    .filter(setting -> setting.type().form() == ValueType.Form.SWITCH)
                    .isPresent();
            violations.check(
                    (equals > 0 || alone) && !changes.has(key),
                    "--set",
                    text,
                    "must be NAME=VALUE, each name once",
                    "give --set learning-rate=1e-4, for example");
            changes.add(key, equals < 0 ? "true" : text.substring(equals + 1));
        }
        return changes;
    }

    /**
     * Returns the settings that were in force in an interval, for {@link #resolved}.
     *
     * @param file the run's {@code config.yaml}
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
        check(keys, run, new Violations()).throwIfAny();
    }

    /** Adds a mistake for each setting that a fork of {@code run} cannot change. */
    public static Violations check(Collection<String> keys, RunConfig run, Violations violations) {
        Algorithm algorithm = Algorithms.of(run.algorithm());
        List<String> allowed = CliSettings.schema().all().stream()
                .filter(setting -> setting.isOnFork()
                        && setting.decidesBits()
                        && setting.aliasOf().isEmpty())
                .filter(setting -> RunSchema.applies(setting, algorithm))
                .map(SettingSpec::key)
                .toList();
        for (String key : keys) {
            Optional<SettingSpec> setting = CliSettings.schema().find(key);
            violations.check(
                    setting.filter(SettingSpec::isOnFork)
                            .filter(known -> RunSchema.applies(known, algorithm))
                            .isPresent(),
                    "--" + key,
                    null,
                    setting.isPresent()
                            ? "must be a setting that can change during a run of " + algorithm.name()
                                    + ": not one that its environments, networks or memories are made with"
                            : "must name a setting",
                    Suggestions.didYouMean(key, allowed)
                            .filter(near -> setting.isEmpty())
                            .orElse("change " + Suggestions.oneOf(allowed)));
        }
        return violations;
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
            if (!Objects.equals(old.get(key), now.get(key))
                    && CliSettings.decidesBits(key, old.get(key), now.get(key))) {
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
