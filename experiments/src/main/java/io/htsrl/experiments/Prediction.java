package io.htsrl.experiments;

import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.environments.StepTime;
import io.htsrl.experiments.steps.OwnTimes;
import io.htsrl.experiments.theory.ClaimOne;
import io.htsrl.experiments.theory.ScheduleSimulation;
import io.htsrl.experiments.theory.ScheduleSimulation.Setup;
import io.htsrl.trainer.config.RunConfig;

/**
 * What a run should reach on this machine, in environment steps per second. Immutable.
 *
 * @param claimOne  by Claim 1 of the paper; NaN where it says nothing
 * @param simulated with the run's own draws
 * @param bound     of environments that never wait for anything
 */
record Prediction(double claimOne, double simulated, double bound) {

    /**
     * Of a run whose step times are drawn.
     *
     * @param actorSeconds   of a forward per state
     * @param learnerSeconds of an interval
     */
    static Prediction of(RunConfig config, double actorSeconds, double learnerSeconds) {
        StepTime time = config.stepTime();
        PipelineConfig pipeline = config.pipeline();
        int cores = Runtime.getRuntime().availableProcessors();
        double simulated = simulated(
                config,
                new Setup(
                        time,
                        pipeline.numEnvs(),
                        pipeline.executors(),
                        pipeline.syncInterval(),
                        cores,
                        actorSeconds,
                        learnerSeconds));
        int atOnce = time.burn() ? Math.min(cores, pipeline.executors()) : pipeline.executors();
        return new Prediction(
                claimOne(config, actorSeconds), simulated, ClaimOne.zeroWaitBound(atOnce, time.meanSeconds()));
    }

    /**
     * Of a run whose steps take their own time. Who computes takes the place of environments: worker processes, or the
     * executors themselves, each of which steps its environments one after another. The claim is of gamma times of the
     * same mean and deviation, whose sums are gamma times too; it knows nothing of cores that learner and actors take.
     */
    static Prediction of(RunConfig config, OwnTimes own, double actorSeconds, double learnerSeconds) {
        PipelineConfig pipeline = config.pipeline();
        int servers = servers(config, own);
        int cores = Runtime.getRuntime().availableProcessors();
        double simulated = simulated(
                config,
                new Setup(
                        own.time(),
                        pipeline.numEnvs(),
                        servers,
                        pipeline.syncInterval(),
                        cores,
                        actorSeconds,
                        learnerSeconds));
        double claim = Double.NaN;
        if (pipeline.schedule() == Schedule.HTS && servers >= 2) {
            double shape = own.gammaShape();
            int steps = pipeline.syncInterval() * pipeline.numEnvs() / servers;
            claim = new ClaimOne(servers, steps, shape, shape / own.time().meanSeconds(), actorSeconds)
                    .stepsPerSecond();
        }
        return new Prediction(
                claim,
                simulated,
                ClaimOne.zeroWaitBound(Math.min(cores, servers), own.time().meanSeconds()));
    }

    /** Those that step environments at the same time. */
    private static int servers(RunConfig config, OwnTimes own) {
        if (!own.remote()) {
            return config.pipeline().executors();
        }
        String workers = config.envOptions().get("python-workers");
        int most = workers == null ? Runtime.getRuntime().availableProcessors() : Integer.parseInt(workers);
        return Math.min(most, config.pipeline().numEnvs());
    }

    private static double simulated(RunConfig config, Setup setup) {
        ScheduleSimulation simulation = new ScheduleSimulation(setup, config.seed());
        return switch (config.pipeline().schedule()) {
            case HTS -> simulation.hts().stepsPerSecond();
            case SYNC -> simulation.sync().stepsPerSecond();
            default -> simulation.async().stepsPerSecond();
        };
    }

    /** The claim is of {@code hts} with a thread for every environment. */
    private static double claimOne(RunConfig config, double actorSeconds) {
        PipelineConfig pipeline = config.pipeline();
        if (pipeline.schedule() != Schedule.HTS || pipeline.executors() < pipeline.numEnvs()) {
            return Double.NaN;
        }
        return ClaimOne.of(config.stepTime(), pipeline.numEnvs(), pipeline.syncInterval(), actorSeconds)
                .map(ClaimOne::stepsPerSecond)
                .orElse(Double.NaN);
    }
}
