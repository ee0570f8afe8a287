package io.htsrl.core.settings;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * One setting, as its {@link Setting} annotation defines it. Two records may have the same setting, such as
 * {@code gamma}: then it is one setting with two owners. Immutable, any thread.
 *
 * @param key key in a configuration file
 * @param aliasOf setting of which this is another name
 * @param group heading in the help
 * @param content type of its component, or of an optional component's value
 * @param condition when the setting applies; empty for always
 * @param owners algorithms that own the setting; empty if it belongs to the run
 */
public record SettingSpec(
        String key,
        Optional<String> aliasOf,
        String group,
        Setting said,
        ValueType type,
        Class<?> content,
        boolean isOptional,
        Optional<Condition> condition,
        List<String> owners) {
    private static final Pattern WORD_END = Pattern.compile("([a-z0-9])([A-Z])");

    /**
     * Creates the setting of a component.
     *
     * @param group heading of its record
     * @param owner algorithm that owns the setting; null for the run
     */
    static SettingSpec of(RecordComponent component, Setting said, String group, String owner) {
        Class<?> content = ValueTypes.content(component.getType(), component.getGenericType());
        ValueType type = said.type() == ValueType.class
                ? ValueTypes.of(content, component.getGenericType(), said.choices())
                : made(said.type());
        return new SettingSpec(
                key(component, said),
                Optional.empty(),
                said.group().isEmpty() ? group : said.group(),
                said,
                type,
                content,
                component.getType() == Optional.class,
                said.onlyWith().isEmpty() ? Optional.empty() : Optional.of(Condition.parse(said.onlyWith())),
                owner == null ? List.of() : List.of(owner));
    }

    static String key(RecordComponent component, Setting said) {
        return said.flag().isEmpty()
                ? WORD_END.matcher(component.getName()).replaceAll("$1-$2").toLowerCase(Locale.ROOT)
                : said.flag();
    }

    /** Merges the same setting of another record; the first definition applies. */
    SettingSpec and(SettingSpec other) {
        if (!content.equals(other.content) || owners.isEmpty() || other.owners.isEmpty()) {
            throw new IllegalStateException("two settings are called " + key + ", of " + owners + " and " + other.owners
                    + ", and are not one: their types must be equal, and both must be an algorithm's");
        }
        TreeSet<String> all = new TreeSet<>(owners);
        all.addAll(other.owners);
        return new SettingSpec(key, aliasOf, group, said, type, content, isOptional, condition, List.copyOf(all));
    }

    /** Returns the setting under its alias; empty if it has none. */
    Optional<SettingSpec> alias() {
        if (said.alias().isEmpty()) {
            return Optional.empty();
        }
        ValueType own = said.aliasType() == ValueType.class ? type : made(said.aliasType());
        return Optional.of(
                new SettingSpec(said.alias(), Optional.of(key), group, said, own, content, true, condition, owners));
    }

    /** Returns whether it is another name under which values are written in another way. */
    public boolean isOtherWay() {
        return aliasOf.isPresent() && said.aliasType() != ValueType.class;
    }

    /** Returns the flag of the command line. */
    public String flag() {
        return "--" + key;
    }

    /** Returns the placeholder of the value in the help. */
    public String label() {
        return said.label().isEmpty() || isOtherWay() ? type.label() : said.label();
    }

    /** Returns the help text, without the parts that follow from elsewhere. */
    public String help() {
        if (aliasOf.isEmpty()) {
            return said.help();
        }
        return said.aliasHelp().isEmpty() ? "Another name of --" + aliasOf.get() + "." : said.aliasHelp();
    }

    /** Returns the unit of a number; empty if none exists. */
    public String unit() {
        return said.unit();
    }

    /** Returns whether the setting applies with the others of {@code settings}. */
    public boolean isMeant(Lookup settings) {
        return condition().map(each -> each.holds(settings)).orElse(true);
    }

    /** Returns a value as text, as a user would write it; empty if there is nothing to write. */
    public String text(Object value) {
        List<String> texts = value == null ? null : type.texts(value);
        return texts == null ? "" : String.join(",", texts);
    }

    /** Returns whether its default is derived from other settings: {@code auto} then requests it. */
    public boolean isDerived() {
        return said.auto() != Auto.class && aliasOf.isEmpty();
    }

    /** Returns whether {@code config.yaml} contains it. */
    public boolean isRecorded() {
        return said.recorded() && !said.local() && aliasOf.isEmpty();
    }

    /** Returns whether a run may resume with another value. */
    public boolean isOnResume() {
        return (said.onResume() || said.local()) && aliasOf.isEmpty();
    }

    /** Returns whether a fork of a run may have another value. */
    public boolean isOnFork() {
        return (said.onFork() || said.onResume()) && said.recorded() && !said.local();
    }

    /** Returns whether any two different values make two different runs. */
    public boolean decidesBits() {
        return said.decidesBits() && !said.local();
    }

    /** Returns whether these two texts make two different runs; null for an absent text. */
    public boolean decidesBits(String a, String b) {
        if (Objects.equals(a, b) || !decidesBits()) {
            return false;
        }
        Object first = a == null ? null : type.read(a);
        Object second = b == null ? null : type.read(b);
        return first == null || second == null || !equivalent(first, second);
    }

    @SuppressWarnings("unchecked") // both are of the component's type
    private static boolean equivalent(Object a, Object b) {
        return a instanceof BitEquivalent<?> value && ((BitEquivalent<Object>) value).hasBitsOf(b);
    }

    /** Returns the default without a preset, as text; empty if none exists. */
    public Optional<String> defaultValue() {
        return said.defaultValue().isEmpty() || aliasOf.isPresent()
                ? Optional.empty()
                : Optional.of(said.defaultValue());
    }

    /** Returns the interval of allowed numbers, if any. */
    Optional<Range> range() {
        return said.range().isEmpty() ? Optional.empty() : Optional.of(Range.parse(said.range()));
    }

    boolean isWhole() {
        return content == int.class || content == long.class;
    }

    /** Returns the remedy for a number out of range. */
    String remedy() {
        return said.remedy().isEmpty() ? type.remedy() : said.remedy();
    }

    /** Returns the value that applies if the condition does not hold; null if none is defined. */
    Object otherwise() {
        return said.otherwise().isEmpty() ? null : read(said.otherwise());
    }

    /** Returns the default without a preset; null if none exists. */
    Object parsedDefault() {
        return defaultValue().map(this::read).orElse(null);
    }

    private Object read(String text) {
        Object value = type.readAll(List.of(text));
        if (value == null) {
            throw new IllegalStateException(key + " cannot be " + text + ": it " + type.rule());
        }
        return value;
    }

    /** Returns the derived default for these settings. */
    public Object auto(Lookup settings) {
        return made(said.auto()).value(settings);
    }

    /** Creates an instance of a class that an annotation names. */
    private static <T> T made(Class<T> type) {
        try {
            Constructor<T> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " must have a constructor without parameters", e);
        }
    }

    @Override
    public String toString() {
        return flag();
    }
}
