package io.htsrl.cli;

import io.htsrl.core.Violations;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The settings that come with hts-rl: {@code presets/ppo.yaml} for an algorithm, {@code presets/ppo/CartPole-v1.yaml} for
 * an environment, {@code presets/ppo/ALE.yaml} for a namespace of environments, and named ones, which carry published
 * settings, such as {@code presets/named/cleanrl-ppo-atari.yaml}. Any thread.
 */
final class Presets {
    /** What {@code --preset} takes. */
    static final List<String> NAMED = List.of(
            "cleanrl-dqn-atari", "cleanrl-ppo-atari", "kostrikov-a2c-atari", "machado-2018", "rainbow-replay");

    private Presets() {
    }

    /** What an algorithm starts from, whatever the environment: a value for every setting it needs. */
    static Layer of(String algo) {
        return load(algo + ".yaml")
                .orElseThrow(() -> new IllegalStateException("hts-rl was built without the presets of " + algo));
    }

    /**
     * What differs on one environment, the lowest first: what its namespace has, such as {@code ALE}, over the named
     * preset that this refers to, and what the environment itself has.
     */
    static List<Layer> of(String algo, String env) {
        List<Layer> layers = new ArrayList<>();
        int slash = env.indexOf('/');
        if (slash > 0) {
            load(algo + "/" + env.substring(0, slash) + ".yaml").ifPresent(layer -> {
                layer.texts(Setting.PRESET).forEach(name -> named(name).ifPresent(layers::add));
                layers.add(layer);
            });
        }
        load(algo + "/" + env + ".yaml").ifPresent(layers::add);
        return layers;
    }

    /** A published preset; empty where there is none of this name. */
    static Optional<Layer> named(String name) {
        return NAMED.contains(name) ? load("named/" + name + ".yaml") : Optional.empty();
    }

    /** The file of a named preset as it is, its comments included. */
    static String text(String name) {
        try (InputStream in = Presets.class.getResourceAsStream("/presets/named/" + name + ".yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("preset " + name + " cannot be read", e);
        }
    }

    private static Optional<Layer> load(String name) {
        String source = "presets/" + name;
        try (InputStream in = Presets.class.getResourceAsStream("/" + source)) {
            if (in == null) {
                return Optional.empty();
            }
            Layer layer = Layer.ofPreset(source);
            Violations violations = new Violations();
            try (Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
                ConfigFile.read(reader, layer, violations);
            }
            violations.throwIfAny();
            return Optional.of(layer);
        } catch (IOException e) {
            throw new UncheckedIOException(source + " cannot be read", e);
        }
    }
}
