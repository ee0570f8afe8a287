package io.htsrl.cli.settings;

import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import java.nio.file.Path;
import java.util.Optional;

/** The user's file of settings, and whether code that it names may run; a file of settings cannot set these. */
@SettingGroup("Run")
public record FileChoice(
        @Setting(
                decidesBits = false,
                recorded = false,
                help = "YAML file of settings, keys as these flags without the "
                        + "dashes; flags override it. The config.yaml of a run directory is one.")
        Optional<Path> config,

        @Setting(
                defaultValue = "false",
                local = true,
                help = "Runs foreign code that a run directory names: Python modules and wrappers, interpreters, "
                        + "classes on HTS_CLASS_PATH. Your own runs need no such flag in the folder where you started "
                        + "them.")
        boolean trust) {
    /** Key of the file. */
    public static final String KEY = "config";

    /** Key of the flag. */
    public static final String TRUST = "trust";

    /** Returns the flags of a command that reads {@code config} of a recorded run: {@code given} and that file. */
    public static Layer of(Layer given, Path config) {
        return given.replacing(KEY, config.toString());
    }

    /** Returns flags that say only whether code that a run names may run. */
    public static Layer trusting(boolean trust) {
        return Layer.ofCommandLine().add(TRUST, Boolean.toString(trust));
    }

    /** Returns whether the command line allows such code. */
    public static boolean trusts(Layer flags) {
        return flags.has(TRUST) && Boolean.parseBoolean(flags.last(TRUST));
    }
}
