package io.htsrl.cli;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Settings from one place, as text: a preset, a file, the command line. Filled, then read, by one thread.
 * Whatever is given twice is kept twice, for {@link Values} to judge.
 */
public final class Layer {
    private final String source;
    private final boolean commandLine;
    private final boolean preset;
    private final Map<Setting, List<String>> texts = new EnumMap<>(Setting.class);

    private Layer(String source, boolean commandLine, boolean preset) {
        this.source = source;
        this.commandLine = commandLine;
        this.preset = preset;
    }

    static Layer ofPreset(String source) {
        return new Layer(source, false, true);
    }

    static Layer ofFile(String source) {
        return new Layer(source, false, false);
    }

    public static Layer ofCommandLine() {
        return new Layer("command line", true, false);
    }

    /** Adds one text of a setting. */
    public Layer add(Setting setting, String text) {
        texts.computeIfAbsent(setting, s -> new ArrayList<>()).add(text);
        return this;
    }

    /** Notes a setting whose list is empty. */
    Layer addEmpty(Setting setting) {
        texts.computeIfAbsent(setting, s -> new ArrayList<>());
        return this;
    }

    /** A copy of this layer in which {@code setting} is {@code text} alone. */
    Layer replacing(Setting setting, String text) {
        Layer copy = new Layer(source, commandLine, preset);
        texts.forEach((other, given) -> copy.texts.put(other, new ArrayList<>(given)));
        copy.texts.put(setting, List.of(text));
        return copy;
    }

    /** What was given, in order; empty where nothing or an empty list was: see {@link #has}. */
    List<String> texts(Setting setting) {
        return texts.getOrDefault(setting, List.of());
    }

    boolean has(Setting setting) {
        return texts.containsKey(setting);
    }

    Iterable<Setting> settings() {
        return List.copyOf(texts.keySet());
    }

    boolean isEmpty() {
        return texts.isEmpty();
    }

    /** Whether hts-rl itself gave these values, not the user. */
    boolean isPreset() {
        return preset;
    }

    /** How the user finds this setting in its place. */
    String name(Setting setting) {
        return commandLine ? setting.flag() : setting.key() + " (in " + source + ")";
    }

    /** The place, in words. */
    String source() {
        return source;
    }
}
