package io.htsrl.experiments.tune;

import io.htsrl.experiments.tune.model.Forecast;
import io.htsrl.experiments.tune.model.Workload;
import java.util.Locale;

/** What a forecast means for who wants more. Pure functions. */
final class Advice {
    private Advice() {}

    /** What decides how fast the run is. */
    static String bottleneck(Forecast forecast) {
        String share = String.format(
                Locale.ROOT,
                "an interval of %s has %s of collecting, %s of learning by the learner alone, %s of work for each core",
                TuneReport.time(forecast.interval()),
                TuneReport.time(forecast.rollout()),
                TuneReport.time(forecast.learner()),
                TuneReport.time(forecast.cores()));
        return switch (forecast.bottleneck()) {
                    case STEPS -> "the environments, whose steps are waited for";
                    case EXECUTORS -> "the executors, who compute the environments' steps";
                    case ACTORS -> "the policy's forwards";
                    case HAND_OVERS -> "the hand-overs between threads";
                    case LEARNER -> "the learner";
                    case CORES -> "the cores: all of them are busy";
                }
                + " (" + share + ")";
    }

    /** What would lift it. */
    static String lift(Forecast forecast, Workload load) {
        return switch (forecast.bottleneck()) {
            case STEPS ->
                load.schedule().lockstep()
                        ? "--schedule hts, which waits for the slowest once an interval and not at each step; a longer "
                                + "--sync-interval; more environments (these change the bits)"
                        : "a longer --sync-interval, so that slow steps even out; more environments (these change the bits)";
            case EXECUTORS -> "more cores, one for each executor, or a faster environment";
            case ACTORS -> "a smaller network, more environments for each batch (these change the bits), or more cores";
            case HAND_OVERS -> "more environments (which changes the bits), whose states travel together";
            case LEARNER ->
                "a smaller network, fewer passes over each interval or larger minibatches (these change the "
                        + "bits), more cores for --learners, or for large networks a GPU (--backend nd4j)";
            case CORES ->
                "more cores, or less work: a smaller network, fewer passes over each interval (these change "
                        + "the bits), a GPU for large networks (--backend nd4j)";
        };
    }
}
