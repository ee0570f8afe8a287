package io.htsrl.cli;

import io.htsrl.cli.rundir.AutoValue;
import io.htsrl.core.ConfigurationException;
import io.htsrl.core.Violations;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Layers laid over each other: of each setting the value of the highest layer that gives one, and of pairs all. Everything that is
 * given is read, overridden values too, so that no mistake hides behind another. Immutable once made.
 */
final class Values {

    /** A value and where it is from; a greater rank is a higher layer. */
    private record Ranked(Object value, int rank, Layer layer) {
    }

    private final Map<Setting, Ranked> values = new EnumMap<>(Setting.class);
    private final Violations violations;

    /**
     * Reads all layers.
     *
     * @param layers     lowest first
     * @param violations receives what is not understood; such a value counts as not given
     */
    Values(List<Layer> layers, Violations violations) {
        this.violations = violations;
        for (int rank = 0; rank < layers.size(); rank++) {
            Layer layer = layers.get(rank);
            for (Setting setting : layer.settings()) {
                if (isAuto(setting, layer.texts(setting))) {
                    values.remove(setting); // whatever lower layers say
                    continue;
                }
                Object value = read(setting, layer);
                if (value != null) {
                    Ranked below = values.get(setting);
                    values.put(setting, new Ranked(below == null ? value : setting.kind().over(below.value(), value),
                            rank, layer));
                }
            }
        }
    }

    private static boolean isAuto(Setting setting, List<String> texts) {
        return setting.isDerived() && texts.size() == 1 && AutoValue.matches(texts.get(0));
    }

    private Object read(Setting setting, Layer layer) {
        List<String> texts = layer.texts(setting);
        ValueKind kind = setting.kind();
        try {
            Object value = kind.readAll(texts);
            if (kind == ValueKind.CHOICE && !setting.choices().contains(value)) {
                refuseChoice(setting, layer, String.join(",", texts));
                return null;
            }
            violations.check(value != null, layer.name(setting), String.join(",", texts), kind.rule(),
                    kind.remedy() + (setting.isDerived() ? ", or " + AutoValue.AUTO : ""));
            return value;
        } catch (ConfigurationException e) {
            e.violations().forEach(v ->
                    violations.add(layer.name(setting), v.value(), v.rule(), v.remedy()));
            return null;
        }
    }

    private void refuseChoice(Setting setting, Layer layer, String text) {
        violations.add(layer.name(setting), text, "must be one of " + String.join(", ", setting.choices()),
                Suggestions.closest(text, setting.choices()).map(c -> "did you mean " + c + "?")
                        .orElse("give one of them"));
    }

    /** The value, cast to what the setting's kind reads. */
    @SuppressWarnings("unchecked") // each kind reads one type
    <T> Optional<T> find(Setting setting) {
        return Optional.ofNullable(values.get(setting)).map(ranked -> (T) ranked.value());
    }

    /** The value of a setting that every preset gives. */
    <T> T get(Setting setting) {
        return this.<T>find(setting).orElseThrow(() -> new IllegalStateException("no preset gives " + setting.key()));
    }

    /** The value as a constant of an enum whose names are the setting's choices. */
    <E extends Enum<E>> E choice(Setting setting, Class<E> type) {
        String name = get(setting);
        for (E constant : type.getEnumConstants()) {
            if (Setting.name(constant).equals(name)) {
                return constant;
            }
        }
        throw new IllegalStateException(setting.key() + " " + name);
    }

    /** As {@link #choice(Setting, Class)}, of a setting that presets need not give. */
    <E extends Enum<E>> E choice(Setting setting, Class<E> type, E otherwise) {
        return values.containsKey(setting) ? choice(setting, type) : otherwise;
    }

    /** The settings that nobody gave and that follow from others: another value of those makes another of these. */
    Set<Setting> derived() {
        return Arrays.stream(Setting.values()).filter(s -> s.isDerived() && !values.containsKey(s))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether the user gave it, not a preset. */
    boolean fromUser(Setting setting) {
        Ranked ranked = values.get(setting);
        return ranked != null && !ranked.layer().isPreset();
    }

    /** Whether the user gave {@code setting}, and nowhere below the place that gave {@code other}. */
    boolean notBelow(Setting setting, Setting other) {
        return fromUser(setting) && values.get(setting).rank() >= values.get(other).rank();
    }

    /** How the user finds the setting where it was given. */
    String name(Setting setting) {
        Ranked ranked = values.get(setting);
        return ranked == null ? setting.flag() : ranked.layer().name(setting);
    }

    /** Whether {@code setting} comes from a higher layer than {@code other}, or is given and the other is not. */
    boolean above(Setting setting, Setting other) {
        Ranked here = values.get(setting);
        Ranked there = values.get(other);
        return here != null && (there == null || here.rank() > there.rank());
    }

    /** Whether both come from one layer. */
    boolean together(Setting setting, Setting other) {
        return values.containsKey(setting) && values.containsKey(other)
                && values.get(setting).rank() == values.get(other).rank();
    }
}
