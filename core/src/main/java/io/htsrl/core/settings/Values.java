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
 * Layers laid over each other: of each setting the value of the highest layer that gives one, and of pairs all.
 * Everything that is given is read, overridden values too, so that no mistake hides behind another. Immutable once made.
 */
public final class Values implements Lookup {

    /** A value and where it is from; a greater rank is a higher layer. */
    private record Ranked(Object value, int rank, Layer layer) {}

    private final Schema schema;
    private final Set<String> unused;
    private final Map<String, Ranked> given = new HashMap<>();
    private final Violations violations;

    /**
     * Reads all layers.
     *
     * @param layers     lowest first
     * @param unused     keys that mean nothing to the algorithm
     * @param violations receives what is not understood; such a value counts as not given
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
        if (setting.isDerived() && texts.size() == 1 && AutoValue.matches(texts.get(0))) {
            given.remove(setting.key()); // whatever lower layers say
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

    /** The settings that there are. */
    public Schema schema() {
        return schema;
    }

    /** What somebody gave, a preset among them; of the type of its component. */
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

    /** The value in force: what is void has its neutral value, and nothing that was given for it counts. */
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
        Object defaultValue = setting.usualValue();
        if (defaultValue != null || setting.isOptional()) {
            return defaultValue;
        }
        Object unset = setting.type().unset();
        if (unset == null) {
            throw new ConfigurationException(
                    setting.flag(),
                    null,
                    "must be given, for no preset " + "gives it",
                    "give it, or add it to the preset of the algorithm");
        }
        return unset;
    }

    /** Returns whether it means something beside the other settings. */
    public boolean applies(SettingSpec setting) {
        return !unused.contains(setting.key()) && setting.isMeant(this);
    }

    /**
     * The record that these settings make.
     *
     * @param others gives the components that are neither settings nor records of them; null leaves it to the default
     */
    public <R> R record(Class<R> type, Function<RecordComponent, Object> others) {
        return RecordSettings.build(type, this, others);
    }

    /** The record that these settings make, all of whose components are settings or records of them. */
    public <R> R record(Class<R> type) {
        return record(type, component -> null);
    }

    /** The settings that nobody gave and that follow from others: another value of those makes another of these. */
    public Set<String> derived() {
        return schema.all().stream()
                .filter(s -> s.isDerived() && !given.containsKey(s.key()))
                .map(SettingSpec::key)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns whether the user gave it, not a preset. */
    public boolean fromUser(String key) {
        Ranked ranked = given.get(key);
        return ranked != null && !ranked.layer().isPreset();
    }

    /** Returns whether the user gave {@code key}, and nowhere below the place that gave {@code other}. */
    public boolean notBelow(String key, String other) {
        return fromUser(key) && !above(other, key);
    }

    /** How the user finds the setting where it was given. */
    public String name(String key) {
        Ranked ranked = given.get(key);
        return ranked == null ? schema.get(key).flag() : ranked.layer().name(key);
    }

    /** Adds the numbers of a record that lie outside of their ranges, by the names by which the user finds them. */
    public void check(Record record, Violations to) {
        Violations found = new Violations();
        RecordSettings.check(record, found);
        addPlaced(found.list(), to);
    }

    /** Adds what was found wrong with records, where it names flags by the names by which the user finds them. */
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

    /** Where the value in force is from, in words. */
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

    /** Returns whether both come from one layer. */
    public boolean together(String key, String other) {
        return given.containsKey(key)
                && given.containsKey(other)
                && given.get(key).rank() == given.get(other).rank();
    }
}
