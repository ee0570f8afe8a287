package io.htsrl.trainer.settings;

import io.htsrl.core.settings.AutoValue;
import io.htsrl.core.settings.ChoiceType;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.learners.Algorithms;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.TableConfig;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Settings that select the owner of other settings, or that replace others: no record of the run contains them. Not
 * instantiable.
 */
final class RunChoices {

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
                            "auto: nature for images of at least 36x36 bytes, mlp for all other observations; mlp: dense layers; nature: the convolutional network of Mnih et al. 2015; impala: the residual one of "
                                    + "Espeholt et al. 2018; minatar: the small one of Young and Tian 2019; table: no network, a row for each one-hot observation.")
            String network) {}

    /** The names of the algorithms on the class path. */
    static final class AlgorithmName extends ChoiceType {
        AlgorithmName() {
            super(Algorithms.names());
        }
    }

    /** The names of networks: dense layers, and the published torsos. */
    static final class NetworkName extends ChoiceType {
        static final String MLP = "mlp";

        NetworkName() {
            super(Stream.concat(
                            Stream.of(AutoValue.AUTO, MLP, TableConfig.NAME),
                            Stream.of(ConvConfig.Kind.values())
                                    .map(kind -> ConvConfig.of(kind).network()))
                    .toList());
        }
    }
}
