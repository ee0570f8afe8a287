package io.htsrl.learners.offpolicy;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.replay.RateLimiter;
import io.htsrl.replay.Ratio;
import java.util.Optional;

/**
 * Ratio of draws to inserts under {@code async}. Immutable, any thread.
 *
 * @param updatesPerStep ratio of updates to environment steps
 * @param samplesPerInsert transitions drawn for each environment step inserted
 * @param minSize steps inserted before the first update: enough to draw from
 * @param tolerance samples by which inserts may be ahead
 */
public record ReplayRate(Ratio updatesPerStep, Ratio samplesPerInsert, long minSize, long tolerance) {
    /**
     * Least tolerance in intervals: each environment may have a completed rollout waiting and another one in progress.
     */
    private static final int LEAST_INTERVALS = 2;

    private static final int DEFAULT_INTERVALS = 4;

    /** Creates the rate limiter that keeps the ratio. */
    public RateLimiter limiter() {
        return new RateLimiter(samplesPerInsert, minSize, tolerance);
    }

    /** Returns the ratio of these settings, which must have been checked. */
    static ReplayRate of(Replaying config, PipelineConfig pipeline) {
        long tolerance = config.replay().rate().rateTolerance();
        Ratio updates = updatesPerStep(config).orElseThrow();
        Ratio samples = times(updates, config.replay().rows()).orElseThrow();
        long defaultValue = tolerance(samples, DEFAULT_INTERVALS, config, pipeline);
        return new ReplayRate(
                updates,
                samples,
                Math.max(
                        config.learningStarts(),
                        (long) pipeline.numEnvs() * (config.replay().nStep() + 2)),
                tolerance == 0 ? defaultValue : tolerance);
    }

    /** Adds a violation for each setting that is invalid under {@code async}. */
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
            return; // reported elsewhere
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
                .flatMap(samples -> Ratio.of(
                        samples.updates(),
                        (long) samples.steps() * config.replay().rows()));
    }

    private static Optional<Ratio> times(Ratio ratio, int factor) {
        return Ratio.of((long) ratio.updates() * factor, ratio.steps());
    }

    /**
     * Settings of the draws per insert under {@code async}, where executors insert rollouts themselves. Immutable.
     *
     * @param samplesPerInsert transitions drawn for each step stored; 0 for the ratio of the algorithm's settings
     * @param rateTolerance samples by which inserts may be ahead; 0 for those of four intervals
     */
    @SettingGroup("Pipeline")
    public record InsertRate(
            @Setting(
                    defaultValue = "0",
                    onlyWith = "schedule=async",
                    otherwise = "0",
                    range = "[0, 1e6]",
                    remedy = "give 8, or 0 for --utd x --batch-size",
                    help =
                            "Transitions drawn from a replay memory for each step; 0: --utd x --batch-size x --learner-batches.")
            double samplesPerInsert,

            @Setting(
                    defaultValue = "0",
                    onlyWith = "schedule=async",
                    otherwise = "0",
                    unit = "samples",
                    range = "[0, inf)",
                    remedy = "give 0 for those of four intervals",
                    help = "Samples by which inserts may be ahead before executors wait; 0: those "
                            + "of four intervals.")
            long rateTolerance) {

        /** Ratio of the algorithm's settings. */
        static final InsertRate DEFAULT = new InsertRate(0, 0);
    }

    /**
     * Amount and time of the draws.
     *
     * @param batchSize transitions of one batch
     * @param batches batches of one update
     * @param prioritized whether priorities are unequal
     * @param beta0 exponent of the importance weights at the start
     * @param betaSteps environment steps after which the exponent is 1; 0 for the end of the run
     * @param learningStarts environment steps stored before the first update
     * @param utd updates per environment step
     */
    public record Plan(
            int batchSize,
            int batches,
            boolean prioritized,
            double beta0,
            long betaSteps,
            long learningStarts,
            Ratio utd) {

        /** Returns the plan of these settings. */
        public static Plan of(Replaying config) {
            ReplaySettings replay = config.replay();
            return new Plan(
                    replay.batchSize(),
                    replay.batches(),
                    replay.alpha() > 0,
                    replay.beta0(),
                    replay.draws().betaSteps(),
                    config.learningStarts(),
                    config.utd());
        }

        /** Returns this plan at another rate, with the same batches. */
        Plan at(ReplayRate rate) {
            return new Plan(batchSize, batches, prioritized, beta0, betaSteps, rate.minSize(), rate.updatesPerStep());
        }

        /**
         * Returns the exponent of the importance weights in the updates after bank number {@code interval}.
         *
         * @param steps environment steps before that bank
         */
        double beta(long steps, long interval, AnnealingHorizon intervals) {
            double share = betaSteps > 0
                    ? (double) steps / betaSteps
                    : (double) interval / Math.max(1, intervals.at(interval));
            return beta0 + (1 - beta0) * Math.min(1, share);
        }
    }
}
