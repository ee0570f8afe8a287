package io.htsrl.experiments;

import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.environments.wrapper.StepTime;
import io.htsrl.experiments.steps.OwnTimes;
import io.htsrl.experiments.theory.ClaimOne;
import io.htsrl.experiments.theory.ScheduleSimulation;
import io.htsrl.experiments.theory.ScheduleSimulation.Setup;
import io.htsrl.trainer.config.RunConfig;

/**
 * The predicted throughput of a run on this machine, in environment steps per second. Immutable.
 *
 * @param claimOne prediction of the paper's Claim 1; NaN where it does not apply
 * @param simulated result of a simulation with the run's own draws
 * @param bound throughput of environments that never wait
 */
record Prediction(double claimOne, double simulated, double bound) {

    /**
     * Predicts a run. Step times of environments are those of worker processes, or of executors that step environments
     * one after another. The claim is then made for gamma times of the same mean and deviation, whose sums are also
     * gamma times. It ignores the cores that learner and actors use.
     *
     * @param own times of the environment's own steps; null where times are drawn
     * @param actorSeconds seconds of a forward per state
     * @param learnerSeconds seconds of an interval
     */
    static Prediction of(RunConfig config, OwnTimes own, double actorSeconds, double learnerSeconds) {
        PipelineConfig pipeline = config.pipeline();
        StepTime time = own == null ? config.stepTime() : own.time();
        int servers = own == null ? pipeline.executors() : servers(config, own);
        int cores = Runtime.getRuntime().availableProcessors();
        Setup setup = new Setup(
                time, pipeline.numEnvs(), servers, pipeline.syncInterval(), cores, actorSeconds, learnerSeconds);
        double claim = claimOne(pipeline.schedule(), own, setup);
        int atOnce = time.burn() ? Math.min(cores, servers) : servers;
        return new Prediction(claim, simulated(config, setup), ClaimOne.zeroWaitBound(atOnce, time.meanSeconds()));
    }

    /** Returns the claim, which is for {@code hts}, and for drawn times with a thread for every environment. */
    private static double claimOne(Schedule schedule, OwnTimes own, Setup setup) {
        int servers = setup.executors();
        if (schedule != Schedule.HTS || servers < (own == null ? setup.environments() : 2)) {
            return Double.NaN;
        }
        int steps = setup.syncInterval() * setup.environments() / servers;
        return (own == null
                        ? ClaimOne.of(setup.time(), servers, steps, setup.actorSeconds())
                        : ClaimOne.ofRecorded(
                                servers, steps, own.gammaShape(), setup.time().meanSeconds(), setup.actorSeconds()))
                .map(ClaimOne::stepsPerSecond)
                .orElse(Double.NaN);
    }

    /** Returns how many environments step at the same time. */
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
            case HTS -> simulation.hts();
            case SYNC -> simulation.sync();
            default -> simulation.async();
        };
    }
}
