package io.htsrl.core.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Settings from one source, as text by key: a preset, a file, the command line, a program. Filled, then read, by one
 * thread. A setting given twice is kept twice; {@link Values} decides about it.
 */
public final class Layer {
    private final String source;
    private final Kind kind;
    private final Map<String, List<String>> texts = new LinkedHashMap<>();

    private enum Kind {
        PRESET,
        FILE,
        COMMAND_LINE,
        PROGRAM
    }

    private Layer(String source, Kind kind) {
        this.source = source;
        this.kind = kind;
    }

    /** Creates a layer of values that hts-rl itself gives. */
    public static Layer ofPreset(String source) {
        return new Layer(source, Kind.PRESET);
    }

    public static Layer ofFile(String source) {
        return new Layer(source, Kind.FILE);
    }

    public static Layer ofCommandLine() {
        return new Layer("command line", Kind.COMMAND_LINE);
    }

    /** Creates a layer of values from a program that uses the library. */
    public static Layer ofProgram() {
        return new Layer("program", Kind.PROGRAM);
    }

    /** Adds one text of a setting. */
    public Layer add(String key, String text) {
        texts.computeIfAbsent(key, k -> new ArrayList<>()).add(text);
        return this;
    }

    /** Records a setting whose list is empty, or, on the command line, one without a value: {@link #isWithout}. */
    public Layer addEmpty(String key) {
        texts.computeIfAbsent(key, k -> new ArrayList<>());
        return this;
    }

    /** Returns a copy of this layer in which {@code key} has the one value {@code text}. */
    public Layer replacing(String key, String text) {
        return with(new Layer(source, kind).add(key, text));
    }

    /** Returns a copy of this layer without {@code key}. */
    public Layer without(String key) {
        return only(other -> !other.equals(key));
    }

    /** Returns a copy of this layer with the settings of {@code other}, in place of its own ones of these keys. */
    public Layer with(Layer other) {
        Layer copy = only(key -> true);
        other.texts.forEach((key, given) -> copy.texts.put(key, new ArrayList<>(given)));
        return copy;
    }

    /** Returns a copy of this layer with those settings alone whose keys match. */
    public Layer only(Predicate<String> wanted) {
        Layer copy = new Layer(source, kind);
        texts.keySet().stream().filter(wanted).forEach(key -> copy.texts.put(key, new ArrayList<>(texts.get(key))));
        return copy;
    }

    /** Returns the given texts, in order; empty if none exist or the list is empty: see {@link #has}. */
    public List<String> texts(String key) {
        return texts.getOrDefault(key, List.of());
    }

    /** Returns the last given text of a setting that {@link #has} one. */
    public String last(String key) {
        List<String> given = texts(key);
        return given.get(given.size() - 1);
    }

    public boolean has(String key) {
        return texts.containsKey(key);
    }

    /** Returns the keys of the given settings. */
    public Set<String> keys() {
        return Set.copyOf(texts.keySet());
    }

    /** Returns whether the command line says that the setting has no value, whatever lower layers say. */
    boolean isWithout(SettingSpec setting) {
        return kind == Kind.COMMAND_LINE
                && has(setting.key())
                && texts(setting.key()).isEmpty()
                && !setting.type().takesList();
    }

    public boolean isEmpty() {
        return texts.isEmpty();
    }

    /** Returns whether hts-rl itself gave these values, not the user. */
    public boolean isPreset() {
        return kind == Kind.PRESET;
    }

    /** Returns whether a file gave them, such as that of a recorded run. */
    public boolean isFile() {
        return kind == Kind.FILE;
    }

    /** Returns whether a program gave them, and no command line. */
    public boolean isProgram() {
        return kind == Kind.PROGRAM;
    }

    /** Returns the name under which the user finds this setting in its source. */
    public String name(String key) {
        return switch (kind) {
            case COMMAND_LINE -> "--" + key;
            case PROGRAM -> key;
            default -> key + " (in " + source + ")";
        };
    }

    /** Returns the source, in words. */
    public String source() {
        return source;
    }
}
