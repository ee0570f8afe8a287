package io.htsrl.trainer.logging.feed;

import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import java.util.List;

/**
 * Which loggers are asked for by name. Immutable.
 *
 * @param logger names
 */
@SettingGroup("Output")
public record LoggerChoice(
        @Setting(
                type = LoggerNames.class,
                usual = LoggerNames.NONE,
                decidesBits = false,
                onResume = true,
                help = "Loggers that hear of the run, by name, with commas between; none: those alone that settings of "
                        + "their own turn on.")
        List<String> logger) {}
