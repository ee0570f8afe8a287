package io.htsrl.experiments;

import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.environments.StepTime;
import io.htsrl.experiments.theory.ClaimOne;
import io.htsrl.experiments.theory.ScheduleSimulation;
import io.htsrl.experiments.theory.Setup;
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
        ScheduleSimulation simulation = new ScheduleSimulation(
                new Setup(
                        time,
                        pipeline.numEnvs(),
                        pipeline.executors(),
                        pipeline.syncInterval(),
                        cores,
                        actorSeconds,
                        learnerSeconds),
                config.seed());
        double simulated = switch (pipeline.schedule()) {
            case HTS -> simulation.hts().stepsPerSecond();
            case SYNC -> simulation.sync().stepsPerSecond();
            default -> simulation.async().stepsPerSecond();
        };
        int atOnce = time.burn() ? Math.min(cores, pipeline.executors()) : pipeline.executors();
        return new Prediction(
                claimOne(config, actorSeconds), simulated, ClaimOne.zeroWaitBound(atOnce, time.meanSeconds()));
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
