package io.htsrl.trainer.config;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.time.Horizon;
import io.htsrl.environments.StepTime;
import io.htsrl.learners.AlgorithmConfig;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A {@link RunConfig} under change: what can differ in a run that is the same otherwise. One thread. */
final class RunDraft {
    private final RunConfig from;
    Map<String, String> envOptions;
    StepTime stepTime;
    long totalTimesteps;
    PipelineConfig pipeline;
    AlgorithmConfig algorithm;
    boolean allowNondeterminism;
    List<Horizon.Earlier> annealedOver;
    InitialParameters initial;
    Supplier<? extends Environment> maker;

    RunDraft(RunConfig from) {
        this.from = from;
        this.envOptions = from.envOptions();
        this.stepTime = from.stepTime();
        this.totalTimesteps = from.totalTimesteps();
        this.pipeline = from.pipeline();
        this.algorithm = from.algorithm();
        this.allowNondeterminism = from.allowNondeterminism();
        this.annealedOver = from.annealedOver();
        this.initial = from.initial();
        this.maker = from.maker();
    }

    RunConfig made() {
        return new RunConfig(
                from.env(),
                envOptions,
                stepTime,
                from.seed(),
                totalTimesteps,
                pipeline,
                from.frameStack(),
                from.network(),
                algorithm,
                allowNondeterminism,
                annealedOver,
                initial,
                maker);
    }
}
