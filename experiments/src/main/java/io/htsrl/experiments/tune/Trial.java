package io.htsrl.experiments.tune;

import io.htsrl.experiments.tune.model.Forecast;
import io.htsrl.experiments.tune.model.Knobs;
import io.htsrl.trainer.config.RunConfig;
import java.util.Map;

/**
 * A setting that may win. Immutable.
 *
 * @param changes  settings that change the bits, by key; empty for knobs alone
 * @param config   the run that is measured
 * @param knobs    that it has
 * @param forecast of it
 * @param usual    whether it is what {@code hts train} would take
 */
record Trial(Map<String, String> changes, RunConfig config, Knobs knobs, Forecast forecast, boolean usual) {

    /** What came of it. */
    record Measured(Trial trial, double stepsPerSecond) {}
}
