package io.htsrl.trainer.settings;

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
 * Settings that choose what others belong to, or that stand for others: no record of the run has them as they are. Not
 * to be made.
 */
final class RunChoices {

    private RunChoices() {}

    /** Which algorithm. */
    @SettingGroup("Run")
    record AlgorithmChoice(
            @Setting(type = AlgorithmName.class, help = "Algorithm.")
            String algo) {}

    /** What a run comes from, beside its settings. */
    @SettingGroup("Run")
    record Origin(
            @Setting(
                    label = "DIR",
                    help = "Folder of the Atari ROMs, for --env ALE/Pong-v5 and the like; without it that of the "
                            + "variable HTS_ROM_DIR, or the one inside of Python's ale_py. 'hts roms' lists what is "
                            + "there.")
            Optional<Path> romDir,

            @Setting(
                    label = "EXE",
                    decidesBits = false,
                    onResume = true,
                    help =
                            "The Python of --env gym:ID, and the one whose ale_py has ROMs for --env ALE/Pong-v5; without "
                                    + "it that of the variable HTS_PYTHON, of the active virtual environment, or python3.")
            Optional<String> python,

            @Setting(
                    label = "W",
                    decidesBits = false,
                    onResume = true,
                    help = "The most processes that replicas of --env gym:ID share; without it one for each core.")
            Optional<String> pythonWorkers,

            @Setting(
                    label = "MODULE:FUNCTION",
                    help = "What wraps an environment of Python: called with it, gives what is stepped.")
            Optional<String> wrapper,

            @Setting(
                    label = "RUN|FILE",
                    decidesBits = false,
                    help =
                            "Begins with learnt parameters instead of drawn ones (fine-tuning): those of a run directory, "
                                    + "or of a model.safetensors or checkpoint file, of an equal network. The optimizer begins "
                                    + "anew. It is --init-digest that decides bits.")
            Optional<Path> initFrom,

            @Setting(
                    label = "HEX",
                    help = "What the parameters of --init-from must be, as the run that learnt them "
                            + "printed it ('params'); config.yaml has it, so that a run is made again from the same ones or not "
                            + "at all.")
            Optional<String> initDigest,

            @Setting(
                    recorded = false,
                    help = "Published settings that come with hts-rl, laid over the algorithm's; 'hts "
                            + "presets' lists them.")
            Optional<String> preset) {}

    /** Which network. */
    @SettingGroup("Network")
    record NetworkChoice(
            @Setting(
                    type = NetworkName.class,
                    usual = "mlp",
                    help =
                            "mlp: dense layers; nature: the convolutional network of Mnih et al. 2015; impala: the residual one of "
                                    + "Espeholt et al. 2018; table: no network, a row for each one-hot observation.")
            String network) {}

    /** The algorithms on the class path. */
    static final class AlgorithmName extends ChoiceType {
        AlgorithmName() {
            super(Algorithms.names());
        }
    }

    /** Dense layers, and the published torsos. */
    static final class NetworkName extends ChoiceType {
        static final String MLP = "mlp";

        NetworkName() {
            super(Stream.concat(
                            Stream.of(MLP, TableConfig.NAME),
                            Stream.of(ConvConfig.Kind.values())
                                    .map(kind -> ConvConfig.of(kind).network()))
                    .toList());
        }
    }
}
