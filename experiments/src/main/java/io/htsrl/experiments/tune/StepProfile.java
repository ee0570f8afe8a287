package io.htsrl.experiments.tune;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.random.RandomStream;
import io.htsrl.environments.StepTime;
import io.htsrl.environments.StepTimeSampler;
import io.htsrl.environments.VariableStepTime;
import io.htsrl.experiments.steps.StepProbe;
import io.htsrl.experiments.tune.model.StepCost;
import io.htsrl.trainer.config.RunConfig;

/** Finds out what a step of a run's environment costs, drawn step times included. One thread. */
final class StepProfile {
    private static final int MOST = 200_000;
    private static final int DRAWS = 20_000;

    private StepProfile() {}

    /**
     * Steps one replica alone.
     *
     * @param executor an executor's own seconds for each step, as a run has shown
     * @param collected seconds that it took to come by one, forwards left out, as a run has shown
     * @param seconds  that are measured
     */
    static StepCost of(RunConfig config, double executor, double collected, double seconds) {
        boolean elsewhere = config.environments().ask(environment -> environment instanceof RemoteEnvironment);
        StepProbe probe =
                config.environments().ask(environment -> StepProbe.of(timed(config, environment), seconds, MOST));
        StepTime drawn = config.stepTime();
        if (elsewhere) {
            int processes = Environments.processes(config.env(), config.envOptions());
            int most = Math.max(1, Math.min(processes, config.pipeline().numEnvs()));
            double wall = Math.max(collected * most, drawn == null ? 0 : drawn.meanSeconds()); // of many under way
            return new StepCost(wall, Math.min(wall, collected * most), probe.deviation(), most, executor);
        }
        if (drawn == null) {
            return probe.blocks()
                    ? new StepCost(probe.wall(), probe.processor(), probe.deviation())
                    : new StepCost(executor, executor, probe.deviation());
        }
        double mean = mean(drawn);
        double late = drawn.burn() ? executor : Math.max(0, probe.processor());
        return new StepCost(mean + executor, drawn.burn() ? mean + late : late, deviation(drawn, mean));
    }

    private static Environment timed(RunConfig config, Environment environment) {
        return config.stepTime() == null ? environment : new VariableStepTime(environment, config.stepTime(), stream());
    }

    private static RandomStream stream() {
        return RandomStream.root(1).spawn("step-profile");
    }

    /** Of what will be drawn, not of the few draws of a probe. */
    private static double mean(StepTime drawn) {
        StepTimeSampler sampler = new StepTimeSampler(drawn, stream());
        double sum = 0;
        for (int i = 0; i < DRAWS; i++) {
            sum += sampler.nanos(i) / 1e9;
        }
        return sum / DRAWS;
    }

    private static double deviation(StepTime drawn, double mean) {
        StepTimeSampler sampler = new StepTimeSampler(drawn, stream());
        double squares = 0;
        for (int i = 0; i < DRAWS; i++) {
            double off = sampler.nanos(i) / 1e9 - mean;
            squares += off * off;
        }
        return mean > 0 ? Math.sqrt(squares / DRAWS) / mean : 0;
    }
}
