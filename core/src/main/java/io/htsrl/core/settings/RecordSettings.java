package io.htsrl.core.settings;

import io.htsrl.core.error.Violations;
import io.htsrl.core.time.AnnealedValue;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Converts between records and their settings: lists the settings of a record type, reads a record's values as text,
 * and creates a record from values. A component that is a record itself represents its components. Stateless, any
 * thread.
 */
public final class RecordSettings {

    /** Reflection makes components anew at each call, and reads the annotations of each of them anew. */
    private static final ClassValue<RecordComponent[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
            return type.getRecordComponents();
        }
    };

    private RecordSettings() {}

    /**
     * Returns the settings of a record type, including those of its nested records.
     *
     * @param group heading if the type has no {@link SettingGroup}
     * @param owner algorithm that owns the settings; null for the run
     */
    static List<SettingSpec> specs(Class<?> type, String group, String owner) {
        SettingGroup own = type.getAnnotation(SettingGroup.class);
        String heading = own == null ? group : own.value();
        if (!type.isRecord()) {
            throw new IllegalArgumentException(type.getName() + " must be a record, for its components are settings");
        }
        List<SettingSpec> specs = new ArrayList<>();
        for (RecordComponent component : COMPONENTS.get(type)) {
            Setting said = component.getAnnotation(Setting.class);
            if (said != null) {
                SettingSpec spec = SettingSpec.of(component, said, heading, owner);
                specs.add(spec);
                spec.alias().ifPresent(specs::add);
            } else if (component.getType().isRecord()) {
                specs.addAll(specs(component.getType(), heading, owner));
            }
        }
        return specs;
    }

    /**
     * Returns the values of all components that are settings, by key, including nested records; null for absent ones.
     */
    public static Map<String, Object> values(Record record) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (RecordComponent component : COMPONENTS.get(record.getClass())) {
            Setting said = component.getAnnotation(Setting.class);
            Object value = value(record, component);
            if (said != null) {
                values.put(
                        SettingSpec.key(component, said),
                        value instanceof Optional<?> optional ? optional.orElse(null) : value);
            } else if (value instanceof Record nested) {
                values.putAll(values(nested));
            }
        }
        return values;
    }

    static Object value(Record record, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(component + " of " + record.getClass() + " cannot be read", e);
        }
    }

    /** Adds the numbers outside of their ranges, with the names of flags. */
    public static void check(Record record, Violations violations) {
        for (RecordComponent component : COMPONENTS.get(record.getClass())) {
            Setting said = component.getAnnotation(Setting.class);
            if (said == null || said.range().isEmpty()) {
                continue;
            }
            SettingSpec spec = SettingSpec.of(component, said, "", null);
            Object own = value(record, component);
            Object value = own instanceof Optional<?> optional ? optional.orElse(null) : own;
            spec.range()
                    .filter(range -> !holds(range, value))
                    .ifPresent(range -> violations.add(spec.flag(), value, range.rule(spec.isWhole()), spec.remedy()));
        }
    }

    /** Returns whether a value is no number, or one in the range; a schedule may end at 0 in any range. */
    private static boolean holds(Range range, Object value) {
        return value instanceof AnnealedValue annealed
                ? range.holds(annealed.from()) && (annealed.to() == 0 || range.holds(annealed.to()))
                : !(value instanceof Number number) || range.holds(number);
    }

    /**
     * Creates the record from settings.
     *
     * @param others returns the components that are not settings; where it returns null, a record is built from the
     *     settings, or left null if none of them applies
     */
    static <R> R build(Class<R> type, Values settings, Function<RecordComponent, Object> others) {
        RecordComponent[] components = COMPONENTS.get(type);
        Object[] arguments = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            Setting said = components[i].getAnnotation(Setting.class);
            if (said != null) {
                arguments[i] = fitted(settings.get(SettingSpec.key(components[i], said)), components[i].getType());
            } else {
                Object other = others.apply(components[i]);
                arguments[i] = other != null || isVoid(components[i].getType(), settings)
                        ? other
                        : build(components[i].getType(), settings, others);
            }
        }
        return made(type, components, arguments);
    }

    /**
     * Returns a record with other values of some settings: of those that can change during a run.
     *
     * @param texts by key
     * @param violations receives what is wrong; the value of such a setting stays
     */
    public static <R extends Record> R with(R record, Map<String, String> texts, Violations violations) {
        Map<String, SettingSpec> known = new LinkedHashMap<>();
        specs(record.getClass(), "", null).forEach(spec -> known.put(spec.key(), spec));
        List<String> allowed = known.values().stream()
                .filter(spec -> spec.isOnFork() && spec.aliasOf().isEmpty())
                .map(SettingSpec::key)
                .toList();
        Map<String, Object> values = values(record);
        Map<String, Object> changed = new LinkedHashMap<>();
        texts.forEach((key, text) -> {
            SettingSpec spec = allowed.contains(key) ? known.get(key) : null;
            Object value = spec == null ? null : spec.type().readAll(List.of(text));
            if (spec == null) {
                violations.add(
                        "--" + key,
                        text,
                        "must be of a setting that can change during a run",
                        Suggestions.didYouMean(key, allowed).orElse("change " + Suggestions.oneOf(allowed)));
            } else if (value == null) {
                violations.add("--" + key, text, spec.type().rule(), spec.type().remedy());
            } else if (!spec.isMeant(new RecordLookup(values, known))) {
                violations.add(
                        "--" + key,
                        text,
                        "is for " + spec.condition().orElseThrow().words() + " only",
                        "leave it out");
            } else {
                changed.put(key, value);
            }
        });
        return with(record, changed);
    }

    @SuppressWarnings("unchecked") // it is made of the type's own components
    private static <R extends Record> R with(R record, Map<String, Object> changed) {
        RecordComponent[] components = COMPONENTS.get(record.getClass());
        Object[] arguments = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            Setting said = components[i].getAnnotation(Setting.class);
            Object value = value(record, components[i]);
            String key = said == null ? "" : SettingSpec.key(components[i], said);
            arguments[i] = changed.containsKey(key)
                    ? fitted(changed.get(key), components[i].getType())
                    : said == null && value instanceof Record nested ? with(nested, changed) : value;
        }
        return (R) made(record.getClass(), components, arguments);
    }

    /** The values of a record, by key. */
    private record RecordLookup(Map<String, Object> values, Map<String, SettingSpec> specs) implements Lookup {
        @Override
        @SuppressWarnings("unchecked") // each component has one type
        public <T> T get(String key) {
            return (T) values.get(key);
        }

        @Override
        public String text(String key) {
            return specs.containsKey(key) ? specs.get(key).text(values.get(key)) : String.valueOf(values.get(key));
        }
    }

    private static boolean isVoid(Class<?> type, Values settings) {
        return !type.isRecord()
                || specs(type, "", null).stream()
                        .noneMatch(spec -> settings.schema()
                                .find(spec.key())
                                .map(settings::applies)
                                .orElse(false));
    }

    private static Object fitted(Object value, Class<?> type) {
        if (type == Optional.class) {
            return value instanceof Optional<?> ? value : Optional.ofNullable(value);
        }
        return value instanceof Optional<?> optional ? optional.orElse(null) : value;
    }

    static <R> R made(Class<R> type, RecordComponent[] components, Object[] arguments) {
        try {
            var constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            throw new IllegalStateException(type + " cannot be made of " + Arrays.toString(arguments), e.getCause());
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new IllegalStateException(type + " cannot be made of " + Arrays.toString(arguments), e);
        }
    }
}
