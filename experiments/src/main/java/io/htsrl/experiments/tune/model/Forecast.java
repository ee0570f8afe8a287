package io.htsrl.experiments.tune.model;

/**
 * What the model says of one setting. Immutable.
 *
 * @param stepsPerSecond of all environments together
 * @param interval       seconds of an interval
 * @param rollout        seconds of collecting it, were there a core for every thread
 * @param learner        seconds of learning from it, likewise
 * @param cores          seconds that the cores need for all of its work
 * @param batch          states of a forward, on average
 * @param bottleneck     what decides
 */
public record Forecast(
        double stepsPerSecond,
        double interval,
        double rollout,
        double learner,
        double cores,
        double batch,
        Bottleneck bottleneck) {

    /** What a run cannot be faster than. */
    public enum Bottleneck {
        /** Waiting for environments. */
        STEPS,
        /** Computing their steps. */
        EXECUTORS,
        /** Forwards. */
        ACTORS,
        /** Between threads. */
        HAND_OVERS,
        /** The update. */
        LEARNER,
        /** All cores are busy with all of it. */
        CORES
    }
}
