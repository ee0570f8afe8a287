package io.htsrl.trainer.cli;

import io.htsrl.core.Violations;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The settings that come with hts-rl: {@code presets/ppo.yaml}, {@code presets/ppo/CartPole-v1.yaml}. Any thread. */
final class Presets {

    private Presets() {
    }

    /** What an algorithm starts from, whatever the environment: a value for every setting it needs. */
    static Layer of(String algo) {
        return load(algo + ".yaml")
                .orElseThrow(() -> new IllegalStateException("hts-rl was built without the presets of " + algo));
    }

    /** What differs on one environment. */
    static Optional<Layer> of(String algo, String env) {
        return load(algo + "/" + env + ".yaml");
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
