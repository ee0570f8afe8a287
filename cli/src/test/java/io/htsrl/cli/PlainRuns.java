package io.htsrl.cli;

import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.environments.wrapper.StepTime;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.selfplay.OpponentConfig;
import java.util.List;
import java.util.Map;

/** Runs with unstacked observations, drawn parameters and promised bits. */
public final class PlainRuns {

    private PlainRuns() {}

    public static RunConfig of(
            String env,
            Map<String, String> envOptions,
            StepTime stepTime,
            long seed,
            long totalTimesteps,
            PipelineConfig pipeline,
            NetworkConfig network,
            AlgorithmConfig algorithm) {
        return new RunConfig(
                env,
                envOptions,
                List.of(),
                EnvironmentSource.SHARED,
                Map.of(),
                stepTime,
                seed,
                totalTimesteps,
                OpponentConfig.NONE,
                pipeline,
                1,
                network,
                algorithm,
                false,
                List.of(),
                List.of(),
                null,
                null,
                null);
    }
}
