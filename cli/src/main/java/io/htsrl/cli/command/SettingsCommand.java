package io.htsrl.cli.command;

import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import picocli.CommandLine;

/** A command that takes settings of {@code hts train} as flags, beside its own. One thread. */
public abstract class SettingsCommand extends HtsCommand {
    private final Schema settings;

    /** @param settings those that can be given */
    protected SettingsCommand(Schema settings) {
        this.settings = settings;
    }

    /** Returns the command with its flags. */
    public final CommandLine commandLine() {
        return TrainOptions.commandLine(this, settings);
    }

    /** Returns the settings that were given as flags; adds what is wrong with the command line. */
    protected final Layer flags(Violations violations) {
        return TrainOptions.read(spec().commandLine().getParseResult(), settings, violations);
    }
}
