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
        Trial.Measured best = outcome.best();
        Trial trial = best.trial();
        Layer tuned = FreeSettings.with(flags, trial.changes());
        List<String> values = trial.knobs().values();
        for (int i = 0; i < values.size(); i++) {
            tuned = tuned.replacing(Knobs.KEYS.get(i), values.get(i));
        }
        String changes = ChangedSettings.text(trial.changes());
        return String.format(
                        Locale.ROOT,
                        "# Tuned by hts tune for a machine of %d cores: %s, none of which changes a bit.%n%s"
                                + "# %,.0f steps/s measured, %,.0f predicted.%n",
                        outcome.load().cores(),
                        trial.knobs(),
                        changes.isEmpty() ? "" : "# These do, by --free: " + changes.strip() + System.lineSeparator(),
                        best.stepsPerSecond(),
                        trial.forecast().stepsPerSecond())
                + ConfigYaml.of(new ConfigResolver(tuned, new Violations()).resolve());
    }
}
