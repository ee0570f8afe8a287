package io.htsrl.core.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** All settings, in the order of the help. Immutable, any thread. */
public final class Schema {
    private final Map<String, SettingSpec> specs;

    private Schema(Map<String, SettingSpec> specs) {
        this.specs = specs;
    }

    /** Collects the settings of records. One thread. */
    public static final class Builder {
        private final Map<String, List<SettingSpec>> groups = new LinkedHashMap<>();
        private final Map<String, SettingSpec> specs = new LinkedHashMap<>();

        /** @param groups headings, in the order of the help; other headings follow them */
        public Builder(String... groups) {
            List.of(groups).forEach(group -> this.groups.put(group, new ArrayList<>()));
        }

        /** Adds the settings of a run's records, all of which have a {@link SettingGroup}. */
        public Builder add(Collection<Class<? extends Record>> records) {
            records.forEach(record -> add(RecordSettings.specs(record, "Other", null)));
            return this;
        }

        /** Adds the settings of an algorithm's record. */
        public Builder add(String algorithm, Class<?> record) {
            return add(RecordSettings.specs(record, "Algorithm", algorithm));
        }

        private Builder add(List<SettingSpec> added) {
            added.forEach(spec -> specs.merge(spec.key(), spec, SettingSpec::and));
            return this;
        }

        /** Creates one schema of all added settings. */
        public Schema build() {
            specs.values()
                    .forEach(spec -> groups.computeIfAbsent(spec.group(), g -> new ArrayList<>())
                            .add(spec));
            Map<String, SettingSpec> ordered = new LinkedHashMap<>();
            groups.values().forEach(group -> group.forEach(spec -> ordered.put(spec.key(), spec)));
            return new Schema(ordered);
        }
    }

    /** Returns every setting, group after group. */
    public List<SettingSpec> all() {
        return List.copyOf(specs.values());
    }

    /** Returns the headings, in order. */
    public List<String> groups() {
        return specs.values().stream().map(SettingSpec::group).distinct().toList();
    }

    /** Returns the setting of that key; empty if none exists. */
    public Optional<SettingSpec> find(String key) {
        return Optional.ofNullable(specs.get(key));
    }

    /** Returns the setting of that key, which must exist. */
    public SettingSpec get(String key) {
        return find(key).orElseThrow(() -> new IllegalArgumentException("no setting " + key));
    }

    /** Returns the keys, in order. */
    public List<String> keys() {
        return List.copyOf(specs.keySet());
    }

    /** Returns a copy without some settings. */
    public Schema without(Set<String> keys) {
        return only(spec -> !keys.contains(spec.key()));
    }

    /** Returns a schema of the settings that match. */
    public Schema only(Predicate<SettingSpec> wanted) {
        Map<String, SettingSpec> some = new LinkedHashMap<>();
        specs.values().stream().filter(wanted).forEach(spec -> some.put(spec.key(), spec));
        return new Schema(some);
    }

    /** Returns a question with the most similar key. */
    public Optional<String> didYouMean(String key) {
        return Suggestions.didYouMean(key, specs.keySet());
    }
}
