package io.htsrl.trainer.report;

import java.util.Map;

/**
 * The result of a run.
 *
 * @param timesteps environment steps taken, over all replicas
 * @param wallSeconds of the whole run, without start-up
 * @param stepsPerSecond timesteps / wallSeconds
 * @param secondHalfSps timesteps per second over the run's second half, without the JVM's warm-up
 * @param episodes finished
 * @param meanReturn100 mean return of the last 100 finished episodes; NaN without one
 * @param lagMin least lag observed; -1 where nothing was learnt
 * @param lagMax greatest lag observed
 * @param lagHistogram rollouts (sync intervals of one environment) learnt from, by lag, in rising order
 * @param digest last digest of the chain
 * @param parameterDigest digest of the final parameters
 * @param parameters the final parameters
 * @param timeUse use of the threads' time; of a resumed run, since it was resumed
 * @param stopped whether the run was ended early on request
 */
public record TrainingResult(
        long timesteps,
        double wallSeconds,
        double stepsPerSecond,
        double secondHalfSps,
        long episodes,
        double meanReturn100,
        int lagMin,
        int lagMax,
        Map<Integer, Long> lagHistogram,
        String digest,
        String parameterDigest,
        float[] parameters,
        TimeUse timeUse,
        boolean stopped) {

    /** Returns the mean lag of a rollout; NaN if nothing was learnt. */
    public double lagMean() {
        double sum = 0;
        long rollouts = 0;
        for (Map.Entry<Integer, Long> entry : lagHistogram.entrySet()) {
            sum += (double) entry.getKey() * entry.getValue();
            rollouts += entry.getValue();
        }
        return sum / rollouts;
    }

    /** Returns the use of time, in seconds: see {@link TimeUse#roleSeconds}. */
    public Map<String, Double> roleSeconds() {
        return timeUse.roleSeconds();
    }
}
