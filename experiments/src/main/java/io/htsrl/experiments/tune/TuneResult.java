package io.htsrl.experiments.tune;

import io.htsrl.experiments.tune.Tuning.MeasuringTimes;
import io.htsrl.experiments.tune.Tuning.Trial;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import java.util.function.Consumer;

/**
 * What {@code hts tune} chooses for a run, for programs. Immutable.
 *
 * @param knobs     that won
 * @param predicted steps per second by them
 * @param measured  steps per second by them
 */
public record TuneResult(Knobs knobs, double predicted, double measured) {

    /** Takes half a minute and more. */
    public static TuneResult of(RunConfig config, Consumer<String> progress)
            throws TrainingFailedException, InterruptedException {
        Trial.Measured best = new Tuning(config, knobs -> knobs, MeasuringTimes.USUAL, progress)
                .run(null)
                .best();
        return new TuneResult(best.trial().knobs(), best.trial().forecast().stepsPerSecond(), best.stepsPerSecond());
    }
}
