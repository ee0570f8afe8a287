package io.htsrl.experiments.tune;

import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.ConfigYaml;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.experiments.tune.model.Knobs;
import java.util.List;
import java.util.Locale;

/** The file of settings that {@code hts tune} writes: all that was given and concluded, by the knobs that won. Pure. */
final class TunedFile {
    private TunedFile() {}

    static String text(Layer flags, Tuning.Outcome outcome) {
        Tuning.Measured best = outcome.best();
        Layer tuned = flags;
        List<String> values = best.knobs().values();
        for (int i = 0; i < values.size(); i++) {
            tuned = tuned.replacing(Knobs.KEYS.get(i), values.get(i));
        }
        return String.format(
                        Locale.ROOT,
                        "# Tuned by hts tune for a machine of %d cores: %s%n# %,.0f steps/s measured, %,.0f predicted. "
                                + "No bit of the run depends on these five.%n",
                        outcome.load().cores(),
                        best.knobs(),
                        best.stepsPerSecond(),
                        best.forecast().stepsPerSecond())
                + ConfigYaml.of(new ConfigResolver(tuned, new Violations()).resolve());
    }
}
