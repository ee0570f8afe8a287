package io.htsrl.experiments.tune;

import io.htsrl.experiments.tune.Tuning.MeasuringTimes;
import io.htsrl.experiments.tune.Tuning.Trial;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import java.util.function.Consumer;

/**
 * The choice of {@code hts tune} for a run, for programs. Immutable.
 *
 * @param settings the best thread settings
 * @param predicted predicted steps per second
 * @param measured measured steps per second
 */
public record TuneResult(TunedSettings settings, double predicted, double measured) {

    /** Tunes a run, which takes half a minute or more. */
    public static TuneResult of(RunConfig config, Consumer<String> progress)
            throws TrainingFailedException, InterruptedException {
        Trial.Measured best = new Tuning(config, settings -> settings, MeasuringTimes.DEFAULT, progress)
                .run(null)
                .best();
        return new TuneResult(best.trial().settings(), best.trial().forecast().stepsPerSecond(), best.stepsPerSecond());
    }
}
