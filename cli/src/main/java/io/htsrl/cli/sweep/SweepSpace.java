package io.htsrl.cli.sweep;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.core.settings.ValueType;
import io.htsrl.trainer.settings.RunSchema;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Settings that a sweep varies beside algorithms and seeds: those given with several values, or with a range of
 * numbers.
 *
 * <p>Semicolons always separate values. Without semicolons, commas do, except for settings whose own value is a list,
 * such as {@code hidden-sizes}; a flag whose whole text is a value is not split. Immutable once made.
 */
final class SweepSpace {
    /** Most combinations that are run. */
    static final int MOST = 10_000;

    private static final String GRID = "--grid";
    private static final Set<String> OF_THE_SWEEP = Set.of("algo", "seed");

    private final Layer fixed;
    private final List<SweepAxis> axes;

    private SweepSpace(Layer fixed, List<SweepAxis> axes) {
        this.fixed = fixed;
        this.axes = List.copyOf(axes);
    }

    /**
     * Reads the given settings.
     *
     * @param flags      flags of the settings
     * @param grids      values of {@code --grid}
     * @param violations receives what is wrong
     */
    static SweepSpace read(Layer flags, List<String> grids, Schema settings, Violations violations) {
        Map<String, SweepAxis> axes = new LinkedHashMap<>();
        Layer fixed = flags;
        for (SettingSpec setting : settings.all()) {
            Optional<SweepAxis> axis = ofFlag(setting, flags);
            if (axis.isPresent()) {
                fixed = fixed.without(setting.key());
                add(axis.get(), setting.flag(), flags.last(setting.key()), axes, violations);
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

    private static Optional<SweepAxis> ofFlag(SettingSpec setting, Layer flags) {
        boolean single = flags.texts(setting.key()).size() == 1
                && setting.type().form() == ValueType.Form.VALUE
                && !setting.type().takesSeveral()
                && isOfRuns(setting);
        if (!single) {
            return Optional.empty();
        }
        String text = flags.last(setting.key());
        SweepAxis range = SweepAxis.range(setting, text);
        if (range != null) {
            return Optional.of(range);
        }
        boolean several = text.contains(";")
                || text.contains(",") && !setting.type().takesList() && !SweepAxis.isValue(setting, text);
        return several ? Optional.of(new SweepAxis(setting, split(setting, text), false)) : Optional.empty();
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

    /** Returns the settings that all runs have in common. */
    Layer fixed() {
        return fixed;
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
     * Returns the number of combinations; more than {@link #MOST} with a range, or where there are too many to count.
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

    /** Returns combinations that contain each value and each end of a range, where there are too many to check all. */
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

    /**
     * One setting that a sweep varies: over some values, or in a range of numbers. Immutable.
     *
     * @param setting the varied setting
     * @param values  texts as they would be given alone; the two ends of a range
     * @param range   whether everything between the two is meant
     */
    private record SweepAxis(SettingSpec setting, List<String> values, boolean range) {
        private static final String TO = "..";
        /** Digits of a drawn number: few, since people copy it and more digits change nothing. */
        private static final MathContext DIGITS = new MathContext(3);

        private static final double PLAIN_FROM = 1e-5;

        /**
         * Returns the axis of a range such as {@code 1e-4..1e-2}; null where {@code text} is no range of this setting.
         */
        static SweepAxis range(SettingSpec setting, String text) {
            int at = text.indexOf(TO);
            if (at < 0) {
                return null;
            }
            List<String> ends = List.of(text.substring(0, at), text.substring(at + TO.length()));
            return ends.stream().allMatch(end -> number(setting, end) != null)
                    ? new SweepAxis(setting, ends, true)
                    : null;
        }

        private static Number number(SettingSpec setting, String text) {
            return read(setting, text) instanceof Number number ? number : null;
        }

        /** Returns whether the whole of {@code text} is one value. */
        static boolean isValue(SettingSpec setting, String text) {
            return read(setting, text) != null;
        }

        private static Object read(SettingSpec setting, String text) {
            try {
                return setting.type().readAll(List.of(text));
            } catch (ConfigurationException e) { // the error says what is wrong with it as a value
                return null;
            }
        }

        String key() {
            return setting.key();
        }

        /** Returns whether a range rises; true for values. */
        boolean rises() {
            return !range || low() < high();
        }

        private double low() {
            return number(setting, values.get(0)).doubleValue();
        }

        private double high() {
            return number(setting, values.get(1)).doubleValue();
        }

        /**
         * Returns the value at a place between 0 and 1: in a range of positive numbers all magnitudes are equally
         * likely, in others all numbers.
         */
        String at(double unit) {
            if (!range) {
                return values.get((int) (unit * values.size()));
            }
            double value = low() > 0
                    ? StrictMath.exp(StrictMath.log(low()) + unit * (StrictMath.log(high()) - StrictMath.log(low())))
                    : low() + unit * (high() - low());
            if (number(setting, "1") instanceof Double) {
                return text(Math.max(
                        low(),
                        Math.min(high(), new BigDecimal(value).round(DIGITS).doubleValue())));
            }
            return Long.toString(Math.round(Math.max(low(), Math.min(high(), value))));
        }

        private static String text(double value) {
            BigDecimal exact = BigDecimal.valueOf(value).stripTrailingZeros();
            return Math.abs(value) >= PLAIN_FROM || value == 0
                    ? exact.toPlainString()
                    : exact.toString().replace('E', 'e');
        }
    }
}
