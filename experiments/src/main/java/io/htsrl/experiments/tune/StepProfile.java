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
     * @param seconds  that are measured
     */
    static StepCost of(RunConfig config, double executor, double seconds) {
        boolean elsewhere = config.environments().ask(environment -> environment instanceof RemoteEnvironment);
        StepProbe probe =
                config.environments().ask(environment -> StepProbe.of(timed(config, environment), seconds, MOST));
        StepTime drawn = config.stepTime();
        if (elsewhere) {
            int processes = Math.max(1, Environments.processes(config.env(), config.envOptions()));
            double wall = drawn == null ? probe.wall() : Math.max(probe.wall(), drawn.meanSeconds());
            return new StepCost(wall, wall, probe.deviation(), processes, executor);
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
