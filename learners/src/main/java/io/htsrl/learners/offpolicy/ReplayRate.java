package io.htsrl.learners.offpolicy;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.rate.RateLimiter;
import java.math.BigInteger;
import java.util.Optional;

/**
 * How much is drawn for what is inserted, under {@code async}. Immutable, any thread.
 *
 * @param updatesPerStep   the same in updates
 * @param samplesPerInsert "updates" of which are transitions drawn, and "steps" environment steps
 * @param minSize          steps inserted before the first update: enough that there is something to draw
 * @param tolerance        samples that inserts may be ahead by
 */
public record ReplayRate(Ratio updatesPerStep, Ratio samplesPerInsert, long minSize, long tolerance) {
    /** Each environment may have completed a rollout that waits to be taken, and hold another. */
    private static final int LEAST_INTERVALS = 2;

    private static final int USUAL_INTERVALS = 4;

    /** That keeps it. */
    public RateLimiter limiter() {
        return new RateLimiter(samplesPerInsert, minSize, tolerance);
    }

    /** Of checked settings. */
    static ReplayRate of(Replaying config, PipelineConfig pipeline) {
        long tolerance = config.replay().rate().rateTolerance();
        Ratio updates = updatesPerStep(config).orElseThrow();
        Ratio samples = times(updates, config.replay().rows()).orElseThrow();
        long usual = tolerance(samples, USUAL_INTERVALS, config, pipeline);
        return new ReplayRate(
                updates,
                samples,
                Math.max(
                        config.learningStarts(),
                        (long) pipeline.numEnvs() * (config.replay().nStep() + 2)),
                tolerance == 0 ? usual : tolerance);
    }

    /** Adds what is wrong with the settings of a run under {@code async}. */
    static void check(Replaying config, PipelineConfig pipeline, Violations violations) {
        int columns = pipeline.async().batch();
        violations.check(
                columns == pipeline.numEnvs(),
                "--async-batch",
                columns,
                "must be --num-envs (" + pipeline.numEnvs() + ") where a replay memory is drawn from",
                "leave it out");
        violations.check(
                config.replay().shards() == 1,
                "--replay-shards",
                config.replay().shards(),
                "must be 1 under --schedule async, where executors insert into one memory at once",
                "leave it out");
        int batch = config.replay().rows();
        if (batch < 1 || !pipeline.hasSteps()) {
            return; // said elsewhere
        }
        InsertRate rate = config.replay().rate();
        Optional<Ratio> samples = updatesPerStep(config).flatMap(updates -> times(updates, batch));
        violations.check(
                samples.isPresent(),
                "--samples-per-insert",
                rate.samplesPerInsert() == 0 ? config.utd() + " x " + batch : rate.samplesPerInsert(),
                "must be a fraction of whole numbers up to 2147483647, as must be what it makes updates per step",
                "give a number of few digits, 8 for example");
        if (samples.isPresent() && rate.rateTolerance() != 0) {
            long least = tolerance(samples.get(), LEAST_INTERVALS, config, pipeline);
            violations.check(
                    rate.rateTolerance() >= least,
                    "--rate-tolerance",
                    rate.rateTolerance(),
                    "must be at least " + least + ", the samples of " + LEAST_INTERVALS
                            + " x --num-envs x --sync-interval inserts and a batch, or all could wait for each other",
                    "leave it out, or give a lower --sync-interval");
        }
    }

    private static long tolerance(Ratio samples, int intervals, Replaying config, PipelineConfig pipeline) {
        long steps = (long) intervals * pipeline.numEnvs() * pipeline.syncInterval();
        return RateLimiter.leastTolerance(samples, steps, config.replay().rows());
    }

    private static Optional<Ratio> updatesPerStep(Replaying config) {
        double samplesPerInsert = config.replay().rate().samplesPerInsert();
        if (samplesPerInsert == 0) {
            return Optional.of(config.utd());
        }
        return Ratio.parse(Double.toString(samplesPerInsert))
                .flatMap(samples -> of(
                        samples.updates(),
                        (long) samples.steps() * config.replay().rows()));
    }

    private static Optional<Ratio> times(Ratio ratio, int factor) {
        return of((long) ratio.updates() * factor, ratio.steps());
    }

    private static Optional<Ratio> of(long updates, long steps) {
        long divisor =
                BigInteger.valueOf(updates).gcd(BigInteger.valueOf(steps)).longValueExact();
        long most = Math.max(updates, steps) / divisor;
        return most > Integer.MAX_VALUE
                ? Optional.empty()
                : Optional.of(new Ratio((int) (updates / divisor), (int) (steps / divisor)));
    }
}
