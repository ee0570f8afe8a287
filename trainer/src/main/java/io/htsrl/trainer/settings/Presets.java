package io.htsrl.trainer.settings;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.settings.Layer;
import io.htsrl.learners.Algorithms;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The presets of hts-rl and of algorithms on the class path: {@code presets/ppo.yaml} for an algorithm,
 * {@code presets/ppo/CartPole-v1.yaml} for an environment, {@code presets/ppo/ALE.yaml} for a namespace of
 * environments, {@code presets/dqn/gym/LunarLander-v3.yaml} for {@code gym:LunarLander-v3},
 * {@code presets/ppo/continuous-actions.yaml} for environments that have none, and named ones, which carry published
 * settings, such as {@code presets/named/cleanrl-ppo-atari.yaml}. They are the simplest YAML, since the library has no
 * YAML parser: a line for each key, lists in brackets or as lines that begin with a dash, nothing quoted. Any thread.
 */
public final class Presets {
    /** Names for {@code --preset}. */
    public static final List<String> NAMED = List.of(
            "cleanrl-ddpg",
            "cleanrl-dqn-atari",
            "cleanrl-ppo-atari",
            "cleanrl-ppo-continuous",
            "cleanrl-sac",
            "cleanrl-td3",
            "kostrikov-a2c-atari",
            "liu-ppo-football",
            "machado-2018",
            "mappo",
            "r2d2",
            "rainbow",
            "rainbow-replay",
            "sb3-ddpg",
            "sb3-sac",
            "sb3-td3",
            "sb3-tqc");

    /** Environments that have presets but are in no provider's list of names: a user looks them up one by one. */
    private static final List<String> UNNAMED = List.of(
            "gym:Ant-v5",
            "gym:BipedalWalker-v3",
            "gym:FetchReach-v4",
            "gym:HalfCheetah-v5",
            "gym:LunarLander-v3",
            "gym:LunarLanderContinuous-v3",
            "gym:Swimmer-v5");

    private static final String CONTINUOUS = "continuous-actions";
    private static final String PRESET = "preset";
    private static final String ITEM = "- ";

    private Presets() {}

    /** Returns an algorithm's preset for any environment; empty if it has none. */
    public static Layer of(String algo) {
        return load(algo + ".yaml").orElseGet(() -> Layer.ofPreset("presets/" + algo + ".yaml"));
    }

    /**
     * Returns the presets for one environment, the lowest first: the namespace's, such as {@code ALE}, and the
     * environment's own, each above the named preset that it refers to.
     */
    public static List<Layer> of(String algo, String env) {
        List<Layer> layers = new ArrayList<>();
        int slash = env.indexOf('/');
        if (slash > 0) {
            layers.addAll(referring(algo + "/" + env.substring(0, slash)));
        }
        layers.addAll(referring(algo + "/" + env));
        return layers;
    }

    /** Returns a preset, above the named one that it refers to; empty if none exists. */
    private static List<Layer> referring(String name) {
        List<Layer> layers = new ArrayList<>();
        load(name + ".yaml").ifPresent(layer -> {
            layer.texts(PRESET).forEach(other -> named(other).ifPresent(layers::add));
            layers.add(layer);
        });
        return layers;
    }

    /**
     * Returns the same presets, or for an environment without any those of its actions: of continuous ones, where the
     * observations are numbers and not images.
     *
     * @param spec asked for where it may matter; empty if no such environment exists
     */
    public static List<Layer> of(String algo, String env, Supplier<Optional<EnvironmentSpec>> spec) {
        List<Layer> own = of(algo, env);
        List<Layer> continuous = own.isEmpty() ? referring(algo + "/" + CONTINUOUS) : List.of();
        return !continuous.isEmpty() && spec.get().filter(Presets::isContinuous).isPresent() ? continuous : own;
    }

    private static boolean isContinuous(EnvironmentSpec spec) {
        ObservationSpace seen = spec.observationSpace();
        return spec.actionSpace() instanceof ActionSpace.Continuous
                && seen.kind() == ObservationSpace.Kind.FLOAT32
                && seen.parts().stream().noneMatch(part -> part.kind() == ObservationPart.Kind.IMAGE);
    }

    /** Returns a published preset; empty if none of this name exists. */
    public static Optional<Layer> named(String name) {
        return NAMED.contains(name) ? load("named/" + name + ".yaml") : Optional.empty();
    }

    /** Returns the names of the algorithms' presets. */
    public static List<String> ofAlgorithms() {
        return Algorithms.names().stream()
                .filter(name -> read(name + ".yaml").isPresent())
                .toList();
    }

    /** Returns the names of the presets of algorithms on the available environments and namespaces. */
    public static List<String> ofEnvironments() {
        Set<String> places = new LinkedHashSet<>();
        for (String env : Environments.names()) {
            int slash = env.indexOf('/');
            if (slash > 0) {
                places.add(env.substring(0, slash));
            }
            places.add(env);
        }
        places.addAll(UNNAMED);
        places.add(CONTINUOUS);
        return Algorithms.names().stream()
                .flatMap(algo -> places.stream().map(place -> algo + "/" + place))
                .filter(name -> read(name + ".yaml").isPresent())
                .toList();
    }

    /**
     * Returns the file of a preset unchanged, with its comments.
     *
     * @param name one of {@link #NAMED}, {@link #ofAlgorithms} or {@link #ofEnvironments}
     */
    public static String text(String name) {
        return read((NAMED.contains(name) ? "named/" : "") + name + ".yaml")
                .orElseThrow(() -> new IllegalArgumentException("no preset " + name));
    }

    private static Optional<Layer> load(String name) {
        return read(name).map(text -> layer("presets/" + name, text));
    }

    private static Layer layer(String source, String text) {
        Layer layer = Layer.ofPreset(source);
        String key = null;
        for (String line : text.lines()
                .map(String::strip)
                .filter(l -> !l.isEmpty() && !l.startsWith("#"))
                .toList()) {
            int colon = line.indexOf(':');
            String value = line.substring(Math.max(0, colon) + 1).strip();
            if (line.startsWith(ITEM)) {
                layer.add(key, line.substring(ITEM.length()));
            } else {
                key = line.substring(0, colon);
                add(key, value, layer);
            }
        }
        return layer;
    }

    private static void add(String key, String value, Layer layer) {
        if (value.isEmpty() || value.startsWith("[")) {
            layer.addEmpty(key);
        }
        String items = value.startsWith("[") ? value.substring(1, value.length() - 1) : value;
        Stream.of(items.split(","))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .forEach(item -> layer.add(key, item));
    }

    /**
     * Reads a preset from where algorithms are found ({@link io.htsrl.core.service.Services}); file names have no
     * colon, since some systems forbid it.
     */
    private static Optional<String> read(String name) {
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = own == null ? ClassLoader.getSystemClassLoader() : own;
        try (InputStream in = loader.getResourceAsStream("presets/" + name.replace(':', '/'))) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("presets/" + name + " cannot be read", e);
        }
    }
}
