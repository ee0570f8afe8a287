package io.htsrl.core.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** All settings that there are, in the order of the help. Immutable, any thread. */
public final class Schema {
    private final Map<String, SettingSpec> specs;

    private Schema(Map<String, SettingSpec> specs) {
        this.specs = specs;
    }

    /** Collects the settings of records. One thread. */
    public static final class Builder {
        private final Map<String, List<SettingSpec>> groups = new LinkedHashMap<>();
        private final Map<String, SettingSpec> specs = new LinkedHashMap<>();

        /** @param groups the headings, in the order of the help; others come after them */
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

        /** One schema of all that was added. */
        public Schema build() {
            specs.values()
                    .forEach(spec -> groups.computeIfAbsent(spec.group(), g -> new ArrayList<>())
                            .add(spec));
            Map<String, SettingSpec> ordered = new LinkedHashMap<>();
            groups.values().forEach(group -> group.forEach(spec -> ordered.put(spec.key(), spec)));
            return new Schema(ordered);
        }
    }

    /** Every setting, group after group. */
    public List<SettingSpec> all() {
        return List.copyOf(specs.values());
    }

    /** The headings, in order. */
    public List<String> groups() {
        return specs.values().stream().map(SettingSpec::group).distinct().toList();
    }

    /** The setting of that key; empty where there is none. */
    public Optional<SettingSpec> find(String key) {
        return Optional.ofNullable(specs.get(key));
    }

    /** The setting of that key, which there is. */
    public SettingSpec get(String key) {
        return find(key).orElseThrow(() -> new IllegalArgumentException("no setting " + key));
    }

    /** The keys, in order. */
    public List<String> keys() {
        return List.copyOf(specs.keySet());
    }

    /** The same without some settings. */
    public Schema without(Set<String> keys) {
        return only(spec -> !keys.contains(spec.key()));
    }

    /** Some of the settings. */
    public Schema only(Predicate<SettingSpec> wanted) {
        Map<String, SettingSpec> some = new LinkedHashMap<>();
        specs.values().stream().filter(wanted).forEach(spec -> some.put(spec.key(), spec));
        return new Schema(some);
    }

    /** A question with the key that was probably meant. */
    public Optional<String> didYouMean(String key) {
        return Suggestions.didYouMean(key, specs.keySet());
    }
}
