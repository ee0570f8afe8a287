package io.htsrl.monitor.live.model;

import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.AutoValue;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.Values;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.Algorithms;
import io.htsrl.trainer.settings.Presets;
import io.htsrl.trainer.settings.RunSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of a run that differ from the presets of its algorithm on its environment. It reads presets only, and
 * makes no environment. Stateless, any thread.
 */
final class PresetDifferences {
    private static final Set<String> IDENTITY = Set.of("algo", "env", "seed");
    private static final String NONE = "–";

    private PresetDifferences() {}

    /** Returns the preset's value of each setting that differs from it, by key; empty if the algorithm is unknown. */
    static Map<String, String> of(RunReader run, Map<String, String> settings) {
        String env = settings.getOrDefault("env", "");
        Optional<Algorithm> algorithm = Algorithms.find(settings.getOrDefault("algo", ""));
        if (algorithm.isEmpty() || env.contains("..")) { // names of presets are paths
            return Map.of();
        }
        try {
            return differences(values(algorithm.get(), env, run), Files.readAllLines(run.configFile()), settings);
        } catch (IOException e) {
            return Map.of();
        }
    }

    private static Values values(Algorithm algorithm, String env, RunReader run) {
        List<Layer> layers = new ArrayList<>(List.of(Presets.of(algorithm.name())));
        layers.addAll(Presets.of(algorithm.name(), env, () -> spaces(run)));
        layers.add(Layer.ofProgram().add("algo", algorithm.name()).add("env", env));
        return new Values(CliSettings.schema(), layers, RunSchema.unused(algorithm), new Violations());
    }

    private static Optional<EnvironmentSpec> spaces(RunReader run) {
        try {
            return Optional.of(run.spaces());
        } catch (ConfigurationException e) {
            return Optional.empty();
        }
    }

    private static Map<String, String> differences(Values presets, List<String> file, Map<String, String> settings) {
        Schema schema = presets.schema();
        Map<String, String> differences = new LinkedHashMap<>();
        settings.forEach((key, value) -> {
            boolean derived = file.stream().anyMatch(line -> line.startsWith(key + ": " + AutoValue.AUTO));
            if (!derived && !IDENTITY.contains(key) && schema.find(key).isPresent()) {
                String preset = preset(key, presets);
                if (!plain(preset).equals(plain(value)) && !preset.equals(AutoValue.AUTO)) {
                    differences.put(key, preset);
                }
            }
        });
        return differences;
    }

    private static String preset(String key, Values presets) {
        try {
            return presets.get(key) == null ? NONE : presets.text(key);
        } catch (ConfigurationException e) {
            return NONE; // every run must give it
        }
    }

    private static String plain(String text) {
        return text.replace(" ", "");
    }
}
