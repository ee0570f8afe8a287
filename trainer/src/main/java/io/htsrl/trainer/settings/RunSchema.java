package io.htsrl.trainer.settings;

import io.htsrl.core.environment.Environments;
import io.htsrl.core.service.Services;
import io.htsrl.core.settings.AutoValue;
import io.htsrl.core.settings.ChoiceType;
import io.htsrl.core.settings.Lookup;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.Algorithms;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.MemoryConfig;
import io.htsrl.policies.network.NetworkDefinition;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The schema of all settings of a run: of its records, and of every algorithm on the class path. Stateless, any thread.
 */
public final class RunSchema {

    private static final Set<String> OF_MEMORY =
            Set.copyOf(RecordSettings.values(MemoryConfig.NONE).keySet());

    private RunSchema() {}

    /**
     * Returns the schema of a run and its evaluation, with more records.
     *
     * @param more records of the caller, such as a command line's for output
     * @throws io.htsrl.core.error.ConfigurationException when an algorithm on the class path cannot be loaded
     */
    public static Schema with(Collection<Class<? extends Record>> more) {
        Schema.Builder schema = new Schema.Builder("Run", "Pipeline", "Algorithm", "Network", "Evaluation", "Output");
        schema.add(List.of(RunChoices.AlgorithmChoice.class, RunConfig.class));
        schema.add(Environments.settings());
        schema.add(List.of(RunChoices.Origin.class));
        Algorithms.all().forEach(algorithm -> add(algorithm, schema));
        schema.add(List.of(RunChoices.NetworkChoice.class));
        Networks.all().forEach(network -> add(network, () -> schema.add(network.settings())));
        schema.add(List.of(MemoryConfig.class, EvaluationConfig.class));
        return schema.add(more).build();
    }

    /** Adds an algorithm's settings; a mistake in a third-party algorithm is reported as a broken service. */
    static void add(Algorithm algorithm, Schema.Builder schema) {
        add(algorithm, () -> schema.add(algorithm.name(), algorithm.settings()));
    }

    private static void add(Object service, Runnable adding) {
        try {
            adding.run();
        } catch (RuntimeException | LinkageError e) {
            throw Services.failed(service, e);
        }
    }

    /** Returns the schema of a run and its evaluation. */
    public static Schema ofRun() {
        return with(List.of());
    }

    /** Returns the keys of the settings that set the environment's option of the same name. */
    public static List<String> environmentOptions() {
        return new Schema.Builder().add(Environments.settings()).build().keys();
    }

    /** Returns whether a setting applies to an algorithm. */
    public static boolean applies(SettingSpec setting, Algorithm algorithm) {
        return (setting.owners().isEmpty() || setting.owners().contains(algorithm.name()))
                && !unused(algorithm).contains(setting.key());
    }

    /** Returns the keys of the run's settings that have no effect on an algorithm. */
    public static Set<String> unused(Algorithm algorithm) {
        Set<String> keys = new HashSet<>(algorithm.unusedSettings());
        if (!algorithm.learnsSequences()) {
            keys.addAll(OF_MEMORY);
        }
        if (!algorithm.learnsStatistics()) {
            keys.add("batch-norm");
        }
        return keys;
    }

    /** Returns the names of the algorithms to which a setting applies. */
    public static List<String> algorithms(SettingSpec setting) {
        return Algorithms.all().stream()
                .filter(algorithm -> applies(setting, algorithm))
                .map(Algorithm::name)
                .toList();
    }

    /** Returns the settings in a run's records, by key: as their components' types, null if unset. */
    public static Map<String, Object> values(RunConfig config, EvaluationConfig evaluation) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("algo", config.algorithm().algorithm());
        values.put("network", config.network().network());
        values.putAll(RecordSettings.values(config));
        values.putAll(RecordSettings.values(config.network().memory()));
        values.putAll(RecordSettings.values(evaluation));
        if (config.initial() != null) {
            values.put("init-from", Path.of(config.initial().source()));
            values.put("init-digest", config.initial().digest());
        }
        if (config.recording() != null) {
            values.put("from", config.recording().file().toAbsolutePath().normalize());
            values.put("from-digest", config.recording().digest());
        }
        return values;
    }

    /**
     * Returns the settings that reproduce a run, as text, in the order of the schema: all that are recorded and apply
     * to the algorithm. Only a list has several texts.
     *
     * @param values by key, as {@link #values} gives them
     */
    public static Map<String, List<String>> texts(Schema schema, Map<String, Object> values, Algorithm algorithm) {
        Lookup lookup = new ValueLookup(schema, values);
        Map<String, List<String>> texts = new LinkedHashMap<>();
        for (SettingSpec setting : schema.all()) {
            boolean meant = setting.isRecorded()
                    && values.containsKey(setting.key())
                    && applies(setting, algorithm)
                    && setting.isMeant(lookup);
            List<String> own = meant ? setting.type().texts(values.get(setting.key())) : null;
            if (own != null) {
                texts.put(setting.key(), own);
            }
        }
        return texts;
    }

    private record ValueLookup(Schema schema, Map<String, Object> values) implements Lookup {
        @Override
        @SuppressWarnings("unchecked") // each component has one type
        public <T> T get(String key) {
            return (T) values.get(key);
        }

        @Override
        public String text(String key) {
            return schema.get(key).text(values.get(key));
        }
    }

    /**
     * Settings that select the owner of other settings, or that replace others: no record of the run contains them. Not
     * instantiable.
     */
    static final class RunChoices {

        private RunChoices() {}

        /** The choice of the algorithm. */
        @SettingGroup("Run")
        record AlgorithmChoice(
                @Setting(type = AlgorithmName.class, help = "Algorithm.")
                String algo) {}

        /** The files that a run is made from, beside its settings. */
        @SettingGroup("Run")
        record Origin(
                @Setting(
                        label = "RUN|FILE",
                        decidesBits = false,
                        help = "Begins with the parameters of a run directory, a model.safetensors or a "
                                + "checkpoint file of an equal network (fine-tuning). The optimizer begins "
                                + "anew.")
                Optional<Path> initFrom,

                @Setting(
                        label = "HEX",
                        help = "Digest that the parameters of --init-from must have, as their run printed it "
                                + "('params'). config.yaml records it.")
                Optional<String> initDigest,

                @Setting(
                        label = "RUN|FILE",
                        decidesBits = false,
                        help =
                                "Learns from recorded steps alone: a run that 'hts record' recorded, or a dataset of Minari "
                                        + "or D4RL (HDF5). A step is an update.")
                Optional<Path> from,

                @Setting(label = "HEX", help = "Digest that the steps of --from must have. config.yaml records it.")
                Optional<String> fromDigest,

                @Setting(
                        recorded = false,
                        help = "Published settings, laid over the algorithm's; 'hts presets' lists them.")
                Optional<String> preset) {}

        /** The choice of the network. */
        @SettingGroup("Network")
        record NetworkChoice(
                @Setting(
                        type = NetworkName.class,
                        defaultValue = AutoValue.AUTO,
                        help =
                                "auto: nature for images of at least 36x36 bytes, combined for images beside other parts or "
                                        + "with critics, else mlp; combined: an encoder for each part; nature, impala, "
                                        + "minatar: published networks; mlp: dense layers; table: a row for each one-hot "
                                        + "observation; or your own.")
                String network) {}

        /** The names of the algorithms on the class path. */
        static final class AlgorithmName extends ChoiceType {
            AlgorithmName() {
                super(Algorithms.names());
            }
        }

        /** The names of the networks on the class path. */
        static final class NetworkName extends ChoiceType {
            NetworkName() {
                super(Stream.concat(
                                Stream.of(AutoValue.AUTO),
                                Networks.all().stream().map(NetworkDefinition::name))
                        .toList());
            }
        }
    }
}
