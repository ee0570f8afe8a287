package io.htsrl.trainer.settings;

import io.htsrl.core.settings.AutoValue;
import io.htsrl.core.settings.ChoiceType;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.learners.Algorithms;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.NetworkDefinition;
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
                    label = "RUN|FILE",
                    decidesBits = false,
                    help =
                            "Learns from recorded steps alone: a run that 'hts record' recorded, or a dataset of Minari or "
                                    + "D4RL (HDF5). A step is an update.")
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
                            "auto: nature for images of at least 36x36 bytes, combined for images beside other parts and "
                                    + "for images under sac, td3, ddpg and tqc, else mlp; combined: an encoder for each "
                                    + "part; nature, impala and minatar: published networks for images; mlp: dense layers; "
                                    + "table: a row for each one-hot observation; or a network of one's own.")
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
                            Stream.of(AutoValue.AUTO), Networks.all().stream().map(NetworkDefinition::name))
                    .toList());
        }
    }
}
