package io.htsrl.trainer;

import io.htsrl.core.PipelineConfig;
import io.htsrl.core.Violations;
import io.htsrl.environments.StepTime;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.policies.MlpConfig;
import java.util.Map;

/**
 * One run, everything resolved. Immutable; checked once, by {@link #check}.
 *
 * @param env            the environment's name
 * @param envOptions     settings of that kind of environment
 * @param stepTime       what each step's time is drawn from; null for the environment's own speed
 * @param seed           the root of all chance
 * @param totalTimesteps environment steps over all replicas, rounded up to whole intervals
 */
public record RunConfig(
        String env,
        Map<String, String> envOptions,
        StepTime stepTime,
        long seed,
        long totalTimesteps,
        PipelineConfig pipeline,
        MlpConfig network,
        AlgorithmConfig algorithm) {

    /** @throws io.htsrl.core.ConfigurationException with everything that is wrong */
    public RunConfig check() {
        Violations violations = new Violations();
        violations.check(totalTimesteps >= 1, "--total-timesteps", totalTimesteps, "must be at least 1",
                "give 100000, for example");
        pipeline.check(violations);
        network.check(violations);
        algorithm.check(Math.max(1, pipeline.stepsPerInterval()), violations);
        violations.throwIfAny();
        return this;
    }

    /** Intervals with a rollout: enough to take {@link #totalTimesteps}. */
    public long intervals() {
        int perInterval = pipeline.stepsPerInterval();
        return (totalTimesteps + perInterval - 1) / perInterval;
    }
}
