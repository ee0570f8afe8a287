package io.htsrl.cli.settings;

import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import java.nio.file.Path;
import java.util.Optional;

/** The user's file of settings, which no file of settings can name. */
@SettingGroup("Run")
public record FileChoice(
        @Setting(
                decidesBits = false,
                recorded = false,
                help = "YAML file of settings, keys as these flags without the "
                        + "dashes; flags override it. The config.yaml of a run directory is one.")
        Optional<Path> config) {
    /** Its key. */
    public static final String KEY = "config";
}
