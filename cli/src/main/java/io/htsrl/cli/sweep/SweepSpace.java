package io.htsrl.cli.sweep;

import io.htsrl.core.error.Violations;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.core.settings.ValueType;
import io.htsrl.trainer.settings.RunSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Settings that a sweep varies beside algorithms and seeds: those given with several values, or with a range of
 * numbers.
 *
 * <p>Semicolons always separate values. Without semicolons, commas do, except for settings whose own value is a list,
 * such as {@code hidden-sizes}; a flag whose whole text is a value is not split. Immutable.
 *
 * @param fixed settings that all runs have in common
 */
record SweepSpace(Layer fixed, List<SweepAxis> axes) {
    /** Most combinations that are run. */
    static final int MOST = 10_000;

    private static final String GRID = "--grid";
    private static final Set<String> OF_THE_SWEEP = Set.of("algo", "seed");

    /**
     * Reads the given settings.
     *
     * @param flags flags of the settings
     * @param grids values of {@code --grid}
     * @param changed whether a flag with a single value varies a setting too
     * @param violations receives what is wrong
     */
    static SweepSpace read(
            Layer flags, List<String> grids, Schema settings, Predicate<SettingSpec> changed, Violations violations) {
        Map<String, SweepAxis> axes = new LinkedHashMap<>();
        Layer fixed = flags;
        for (SettingSpec setting : settings.all()) {
            Optional<SweepAxis> axis = ofFlag(setting, flags, changed);
            if (axis.isPresent()) {
                fixed = fixed.without(setting.key());
                add(axis.get(), setting.flag(), String.join(",", flags.texts(setting.key())), axes, violations);
            }
        }
        for (String grid : grids) {
            Optional<SweepAxis> axis = ofGrid(grid, flags, settings, violations);
            if (axis.isPresent()) {
                add(axis.get(), GRID, grid, axes, violations);
            }
        }
        return new SweepSpace(fixed, List.copyOf(axes.values()));
    }

    private static void add(
            SweepAxis axis, String flag, String text, Map<String, SweepAxis> axes, Violations violations) {
        List<String> values = axis.values();
        violations.check(
                new HashSet<>(values).size() == values.size() && !values.contains(""),
                flag,
                text,
                "must name each value once, and none that is empty",
                "remove what is there twice or empty");
        violations.check(axis.rises(), flag, text, "must be a range that rises", "give the smaller number first");
        violations.check(
                axes.put(axis.key(), axis) == null,
                flag,
                text,
                "must be given once for each setting",
                "keep one of them");
    }

    private static Optional<SweepAxis> ofFlag(SettingSpec setting, Layer flags, Predicate<SettingSpec> changed) {
        boolean single = flags.texts(setting.key()).size() == 1
                && setting.type().form() == ValueType.Form.VALUE
                && !setting.type().takesSeveral()
                && isOfRuns(setting);
        String text = String.join(",", flags.texts(setting.key()));
        SweepAxis range = single ? SweepAxis.range(setting, text) : null;
        if (range != null) {
            return Optional.of(range);
        }
        boolean several = single
                && (text.contains(";")
                        || text.contains(",") && !setting.type().takesList() && !SweepAxis.isValue(setting, text));
        return several || flags.has(setting.key()) && changed.test(setting)
                ? Optional.of(new SweepAxis(setting, several ? split(setting, text) : List.of(text), false))
                : Optional.empty();
    }

    private static boolean isOfRuns(SettingSpec setting) {
        return RunSchema.ofRun().find(setting.key()).isPresent() && !OF_THE_SWEEP.contains(setting.key());
    }

    private static Optional<SweepAxis> ofGrid(String grid, Layer flags, Schema settings, Violations violations) {
        int equals = grid.indexOf('=');
        String key = equals < 0 ? grid : grid.substring(0, equals).replaceFirst("^--", "");
        Optional<SettingSpec> setting = settings.find(key).filter(SweepSpace::isOfRuns);
        int before = violations.list().size();
        violations.check(
                equals > 0,
                GRID,
                grid,
                "must be SETTING=VALUE,VALUE,...",
                "give learning-rate=1e-3,3e-4 or 'hidden-sizes=64,64;256,256', for example");
        violations.check(
                equals <= 0 || setting.isPresent(),
                GRID,
                grid,
                OF_THE_SWEEP.contains(key)
                        ? "must name a setting, and " + key + " has a flag of its own"
                        : "must name a setting of a run",
                OF_THE_SWEEP.contains(key)
                        ? "give --" + key + "s"
                        : Suggestions.didYouMean(key, settings.keys()).orElse("'hts train --help' lists them"));
        violations.check(!flags.has(key), GRID, grid, "must not be given beside --" + key, "keep one of them");
        if (violations.list().size() > before) {
            return Optional.empty();
        }
        String text = grid.substring(equals + 1);
        SweepAxis range = SweepAxis.range(setting.get(), text);
        return Optional.of(range != null ? range : new SweepAxis(setting.get(), split(setting.get(), text), false));
    }

    private static List<String> split(SettingSpec setting, String text) {
        boolean one = !text.contains(";") && setting.type().takesList();
        return one
                ? List.of(text)
                : Arrays.stream(text.split(text.contains(";") ? ";" : ",", -1))
                        .map(String::strip)
                        .toList();
    }

    List<String> keys() {
        return axes.stream().map(SweepAxis::key).toList();
    }

    boolean isEmpty() {
        return axes.isEmpty();
    }

    boolean hasRange() {
        return axes.stream().anyMatch(SweepAxis::range);
    }

    /**
     * Returns the number of combinations; more than {@link #MOST} with a range, or where they are too many to count.
     */
    long combinations() {
        long all = 1;
        for (SweepAxis axis : axes) {
            all = axis.range()
                    ? MOST + 1L
                    : Math.min(MOST + 1L, all * axis.values().size());
            if (all > MOST) {
                return all;
            }
        }
        return all;
    }

    /** Returns combinations that contain each value and each end of a range, where they are too many to check all. */
    List<Map<String, String>> examples() {
        List<Map<String, String>> examples = new ArrayList<>();
        for (SweepAxis axis : axes) {
            for (String value : axis.values()) {
                Map<String, String> example = new LinkedHashMap<>(drawn(0, 0));
                example.put(axis.key(), value);
                examples.add(example);
            }
        }
        return examples;
    }

    /** Returns every combination; the first setting's values change slowest. */
    List<Map<String, String>> grid() {
        List<Map<String, String>> all = List.of(Map.of());
        for (SweepAxis axis : axes) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> begun : all) {
                for (String value : axis.values()) {
                    Map<String, String> more = new LinkedHashMap<>(begun);
                    more.put(axis.key(), value);
                    longer.add(more);
                }
            }
            all = longer;
        }
        return all;
    }

    /** Returns the combination of one draw: a function of seed, draw and each setting's own values alone. */
    Map<String, String> drawn(long seed, long draw) {
        RandomStream chance = RandomStream.root(seed).spawn("sweep");
        Map<String, String> settings = new LinkedHashMap<>();
        axes.forEach(axis ->
                settings.put(axis.key(), axis.at(chance.spawn(axis.key()).uniform(draw))));
        return settings;
    }
}
