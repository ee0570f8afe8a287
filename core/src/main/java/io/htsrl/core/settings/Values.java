package io.htsrl.core.settings;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.error.Violations.Violation;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Merged layers: each setting has the value of the highest layer that gives one; pairs are combined. All given texts
 * are parsed, overridden ones too, so that every error is reported. Immutable once constructed.
 */
public final class Values implements Lookup {

    /** A value and its origin; a greater rank is a higher layer. */
    private record Ranked(Object value, int rank, Layer layer) {}

    private final Schema schema;
    private final Set<String> unused;
    private final Map<String, Ranked> given = new HashMap<>();
    private final Violations violations;

    /**
     * Parses all layers.
     *
     * @param layers lowest first
     * @param unused keys without meaning for the algorithm
     * @param violations receives the errors; an invalid value counts as not given
     */
    public Values(Schema schema, List<Layer> layers, Set<String> unused, Violations violations) {
        this.schema = schema;
        this.unused = Set.copyOf(unused);
        this.violations = violations;
        for (int rank = 0; rank < layers.size(); rank++) {
            Layer layer = layers.get(rank);
            for (SettingSpec setting : schema.all()) { // in the order of the schema, so that messages are
                if (layer.has(setting.key())) {
                    read(setting, layer, rank);
                }
            }
        }
    }

    private void read(SettingSpec setting, Layer layer, int rank) {
        List<String> texts = layer.texts(setting.key());
        boolean derived = setting.isDerived() && texts.size() == 1 && AutoValue.matches(texts.get(0));
        if (derived || layer.isWithout(setting)) {
            given.remove(setting.key()); // whatever value is given in lower layers
            return;
        }
        Object value = read(setting, layer);
        if (value != null) {
            Ranked below = given.get(setting.key());
            given.put(
                    setting.key(),
                    new Ranked(below == null ? value : setting.type().over(below.value(), value), rank, layer));
        }
    }

    private Object read(SettingSpec setting, Layer layer) {
        List<String> texts = layer.texts(setting.key());
        ValueType type = setting.type();
        String text = String.join(",", texts);
        try {
            Object value = type.readAll(texts);
            violations.check(
                    value != null,
                    layer.name(setting.key()),
                    text,
                    type.rule(),
                    Suggestions.didYouMean(text, type.choices())
                            .orElse(type.remedy() + (setting.isDerived() ? ", or " + AutoValue.AUTO : "")));
            return value;
        } catch (ConfigurationException e) {
            e.violations().forEach(v -> violations.add(layer.name(setting.key()), v.value(), v.rule(), v.remedy()));
            return null;
        }
    }

    /** Returns the schema. */
    public Schema schema() {
        return schema;
    }

    /** Returns a given value, presets included; of the type of its component. */
    @SuppressWarnings("unchecked") // each component has one type
    public <T> Optional<T> given(String key) {
        return Optional.ofNullable(given.get(schema.get(key).key())).map(ranked -> (T) ranked.value());
    }

    @Override
    @SuppressWarnings("unchecked") // each component has one type
    public <T> T get(String key) {
        return (T) value(schema.get(key));
    }

    @Override
    public String text(String key) {
        return schema.get(key).text(get(key));
    }

    /**
     * Returns the value in force: a setting whose condition fails has its neutral value, and given values are ignored.
     */
    private Object value(SettingSpec setting) {
        if (!applies(setting)) {
            return setting.otherwise();
        }
        Ranked own = given.get(setting.key());
        Optional<SettingSpec> alias = setting.alias();
        if (alias.isPresent() && above(alias.get().key(), setting.key())) {
            return given.get(alias.get().key()).value();
        }
        if (own != null) {
            return own.value();
        }
        if (setting.isDerived()) {
            return setting.auto(this);
        }
        Object defaultValue = setting.parsedDefault();
        if (defaultValue != null || setting.isOptional()) {
            return defaultValue;
        }
        Object unset = setting.type().unset();
        Violations.require(
                unset != null,
                setting.flag(),
                null,
                "must be given, for no preset gives it",
                "give it, or add it to the preset of the algorithm");
        return unset;
    }

    /** Returns whether the setting applies with the other settings. */
    public boolean applies(SettingSpec setting) {
        return !unused.contains(setting.key()) && setting.isMeant(this);
    }

    /**
     * Creates the record of these settings.
     *
     * @param others returns the components that are neither settings nor records of them; null keeps the default
     */
    public <R> R record(Class<R> type, Function<RecordComponent, Object> others) {
        return RecordSettings.build(type, this, others);
    }

    /** Creates the record of these settings; all its components are settings or records of them. */
    public <R> R record(Class<R> type) {
        return record(type, component -> null);
    }

    /** Returns the settings that are not given and are derived from others: they change with those. */
    public Set<String> derived() {
        return schema.all().stream()
                .filter(s -> s.isDerived() && !given.containsKey(s.key()))
                .filter(s -> s.alias()
                        .filter(alias -> given.containsKey(alias.key()))
                        .isEmpty())
                .map(SettingSpec::key)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns whether the user gave it, not a preset. */
    public boolean fromUser(String key) {
        Ranked ranked = given.get(key);
        return ranked != null && !ranked.layer().isPreset();
    }

    /** Returns whether the user gave {@code key}, and not in a lower layer than {@code other}. */
    public boolean notBelow(String key, String other) {
        return fromUser(key) && !above(other, key);
    }

    /** Returns the name under which the user finds the setting in its source. */
    public String name(String key) {
        Ranked ranked = given.get(key);
        return ranked == null ? schema.get(key).flag() : ranked.layer().name(key);
    }

    /** Adds the numbers of a record outside of their ranges, under the names of the settings' sources. */
    public void check(Record record, Violations to) {
        Violations found = new Violations();
        RecordSettings.check(record, found);
        addPlaced(found.list(), to);
    }

    /** Adds errors found in records; flags in them get the names of the settings' sources. */
    public void addPlaced(List<Violation> found, Violations to) {
        found.forEach(v -> to.add(placed(v.setting()), v.value(), v.rule(), v.remedy()));
    }

    private String placed(String flag) {
        return schema.all().stream()
                .filter(setting -> setting.flag().equals(flag))
                .findFirst()
                .map(setting -> name(setting.key()))
                .orElse(flag);
    }

    /** Returns whether {@code key} comes from a higher layer than {@code other}, or is given and the other is not. */
    public boolean above(String key, String other) {
        Ranked here = given.get(key);
        Ranked there = given.get(other);
        return here != null && (there == null || here.rank() > there.rank());
    }

    /** Returns the source of the value in force, in words. */
    public String origin(String key) {
        SettingSpec setting = schema.get(key);
        String given = setting.alias()
                .filter(alias -> above(alias.key(), key))
                .map(SettingSpec::key)
                .orElse(key);
        if (this.given.containsKey(given)) {
            return this.given.get(given).layer().source();
        }
        return setting.isDerived() ? "follows from others" : "default";
    }

    /** Returns whether both values are from one layer. */
    public boolean together(String key, String other) {
        return given.containsKey(key)
                && given.containsKey(other)
                && given.get(key).rank() == given.get(other).rank();
    }
}
