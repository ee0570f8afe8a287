package io.htsrl.core.settings;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * One setting, as its {@link Setting} says. Two records may have the same setting, such as {@code gamma}: it is one, of
 * both owners. Immutable, any thread.
 *
 * @param key     as written in a configuration file
 * @param aliasOf the setting that this is another name of
 * @param group   the heading under which it stands
 * @param content the type of its component, or of what an optional one holds
 * @param owners  the algorithms whose setting it is; empty where it is the run's
 */
public record SettingSpec(
        String key,
        Optional<String> aliasOf,
        String group,
        Setting said,
        ValueType type,
        Class<?> content,
        boolean isOptional,
        List<String> owners) {
    /**
     * Reads a component.
     *
     * @param group heading of its record
     * @param owner the algorithm whose setting it is; null for the run's
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
                owner == null ? List.of() : List.of(owner));
    }

    static String key(RecordComponent component, Setting said) {
        String words =
                component.getName().replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
        return said.flag().isEmpty() ? words : said.flag();
    }

    /** The same setting in another record too; what is said of it first holds. */
    SettingSpec and(SettingSpec other) {
        if (!content.equals(other.content) || owners.isEmpty() || other.owners.isEmpty()) {
            throw new IllegalStateException("two settings are called " + key + ", of " + owners + " and " + other.owners
                    + ", and are not one: their types must be equal, and both must be an algorithm's");
        }
        TreeSet<String> all = new TreeSet<>(owners);
        all.addAll(other.owners);
        return new SettingSpec(key, aliasOf, group, said, type, content, isOptional, List.copyOf(all));
    }

    /** The same by its other name; empty where it has none. */
    Optional<SettingSpec> alias() {
        if (said.alias().isEmpty()) {
            return Optional.empty();
        }
        ValueType own = said.aliasType() == ValueType.class ? type : made(said.aliasType());
        return Optional.of(new SettingSpec(said.alias(), Optional.of(key), group, said, own, content, true, owners));
    }

    /** Returns whether it is another name under which values are written in another way. */
    public boolean isOtherWay() {
        return aliasOf.isPresent() && said.aliasType() != ValueType.class;
    }

    /** As written on the command line. */
    public String flag() {
        return "--" + key;
    }

    /** What stands for the value in the help. */
    public String label() {
        return said.label().isEmpty() || isOtherWay() ? type.label() : said.label();
    }

    /** What it does, without what follows from elsewhere. */
    public String help() {
        if (aliasOf.isEmpty()) {
            return said.help();
        }
        return said.aliasHelp().isEmpty() ? "Another name of --" + aliasOf.get() + "." : said.aliasHelp();
    }

    /** What a number counts; empty where nothing is said. */
    public String unit() {
        return said.unit();
    }

    /** What it is void without. */
    public Optional<Condition> condition() {
        return said.onlyWith().isEmpty() ? Optional.empty() : Optional.of(Condition.parse(said.onlyWith()));
    }

    /** Returns whether it means something beside the others of {@code settings}. */
    public boolean isMeant(Lookup settings) {
        return condition().map(each -> each.holds(settings)).orElse(true);
    }

    /** A value as text, as it would be given; empty where there is nothing to write. */
    public String text(Object value) {
        List<String> texts = value == null ? null : type.texts(value);
        return texts == null ? "" : String.join(",", texts);
    }

    /** Returns whether its default follows from other settings: {@code auto} then stands for it. */
    public boolean isDerived() {
        return said.auto() != Auto.class && aliasOf.isEmpty();
    }

    /** Returns whether {@code config.yaml} has it. */
    public boolean isRecorded() {
        return said.recorded() && !said.local() && aliasOf.isEmpty();
    }

    /** Returns whether it gives the environment the option of the same name. */
    public boolean isEnvironmentOption() {
        return said.environmentOption();
    }

    /** Returns whether a run may go on with another value. */
    public boolean isOnResume() {
        return (said.onResume() || said.local()) && aliasOf.isEmpty();
    }

    /** Returns whether any two values make two runs. */
    public boolean decidesBits() {
        return said.decidesBits() && !said.local();
    }

    /** Returns whether these two texts make two runs; null where one is not given. */
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

    /** The default without a preset, as text; empty where there is none. */
    public Optional<String> defaultValue() {
        return said.defaultValue().isEmpty() || aliasOf.isPresent()
                ? Optional.empty()
                : Optional.of(said.defaultValue());
    }

    /** The interval that numbers must lie in, if any. */
    Optional<Range> range() {
        return said.range().isEmpty() ? Optional.empty() : Optional.of(Range.parse(said.range()));
    }

    boolean isWhole() {
        return content == int.class || content == long.class;
    }

    /** How to mend a number out of range. */
    String remedy() {
        return said.remedy().isEmpty() ? type.remedy() : said.remedy();
    }

    /** The value where the condition does not hold; null where nothing is said. */
    Object otherwise() {
        return said.otherwise().isEmpty() ? null : read(said.otherwise());
    }

    /** The default without a preset; null where there is none. */
    Object usualValue() {
        return defaultValue().map(this::read).orElse(null);
    }

    private Object read(String text) {
        Object value = type.readAll(List.of(text));
        if (value == null) {
            throw new IllegalStateException(key + " cannot be " + text + ": it " + type.rule());
        }
        return value;
    }

    /** The derived default of these settings. */
    public Object auto(Lookup settings) {
        return made(said.auto()).value(settings);
    }

    /** An instance of a class that an annotation names. */
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
