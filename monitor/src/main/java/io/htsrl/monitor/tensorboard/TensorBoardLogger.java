package io.htsrl.monitor.tensorboard;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunLog;
import io.htsrl.trainer.logging.RunLogger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * {@code --tensorboard}: writes event files in the folder {@code tensorboard} of the run directory. Immutable, any
 * thread.
 */
public final class TensorBoardLogger implements RunLogger {
    /** Name of the folder in the run directory. */
    static final String FOLDER = "tensorboard";

    private final Path folder;

    /**
     * Settings of the logger.
     *
     * @param tensorboard whether event files are written
     * @param tensorboardGif whether they end with an episode of the policy
     */
    @SettingGroup("Output")
    public record TensorBoardSettings(
            @Setting(
                    defaultValue = "false",
                    decidesBits = false,
                    onResume = true,
                    help = "Writes event files for TensorBoard into the run directory (tensorboard --logdir "
                            + "runs).")
            boolean tensorboard,

            @Setting(
                    defaultValue = "false",
                    decidesBits = false,
                    onResume = true,
                    help = "As --tensorboard, with an episode of the final policy, a GIF of at most 500 steps, if the "
                            + "environment has a picture.")
            boolean tensorboardGif) {}

    /** Creates the service, which writes into the run directory. */
    public TensorBoardLogger() {
        this(null);
    }

    /** Creates a logger for a program, whose runs have no directory; it writes into {@code folder}. */
    public TensorBoardLogger(Path folder) {
        this.folder = folder;
    }

    @Override
    public String name() {
        return "tensorboard";
    }

    @Override
    public Class<? extends Record> settings() {
        return TensorBoardSettings.class;
    }

    @Override
    public boolean isWanted(Record own) {
        TensorBoardSettings settings = (TensorBoardSettings) own;
        return settings.tensorboard() || settings.tensorboardGif();
    }

    @Override
    public RunLog open(RunContext run) throws IOException {
        Path to = folder != null
                ? folder
                : run.folder().map(own -> own.resolve(FOLDER)).orElse(null);
        if (to == null) {
            throw new ConfigurationException(
                    "tensorboard", null, "must have a folder to write to", "give new TensorBoardLogger(folder)");
        }
        boolean film = run.own() instanceof TensorBoardSettings settings && settings.tensorboardGif();
        Set<Long> evaluated = run.resumed() ? EventFile.Reader.steps(to, Scalars.MEAN_REWARD) : Set.of();
        return new TensorBoardLog(
                EventFile.create(to),
                run,
                TensorBoardLog.WallClock.live(),
                evaluated,
                run.folder().filter(own -> film));
    }
}
