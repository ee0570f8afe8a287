package io.htsrl.learners.offpolicy;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.storage.BankShape;

/**
 * What is remembered, and how it is drawn.
 *
 * @param bufferSize transitions
 * @param batchSize  transitions of one update
 * @param nStep      steps of a return before it bootstraps
 * @param alpha      exponent of the priorities (Schaul et al. 2016); 0 draws uniformly
 * @param beta0      exponent of the importance weights at the start; 1 at the end of the run
 * @param epsilon    added to absolute TD errors
 */
public record ReplaySettings(
        @Setting(unit = "transitions", help = "Transitions in the replay memory.")
        int bufferSize,

        @Setting(help = "Transitions of one update.") int batchSize,

        @Setting(
                flag = "n-step",
                unit = "steps",
                range = "[1, 100]",
                remedy = "give 1 or 3, for example",
                help = "Steps of a return before it bootstraps.")
        int nStep,

        @Setting(
                flag = "per-alpha",
                range = "[0, 1]",
                remedy = "give 0.6, or 0 to draw uniformly",
                help = "Exponent of the replay priorities; 0: draws uniformly.")
        double alpha,

        @Setting(
                flag = "per-beta",
                range = "[0, 1]",
                remedy = "give 0.4, for example",
                onlyWith = "per-alpha>0",
                otherwise = "0",
                help = "Exponent of the importance weights at the start; 1 at the end of the run.")
        double beta0,

        @Setting(
                flag = "per-eps",
                range = "(0, inf)",
                remedy = "give 1e-6, for example",
                onlyWith = "per-alpha>0",
                otherwise = "1",
                help = "Added to absolute TD errors before they become priorities.")
        double epsilon) {

    /** Whether β rises over the run. */
    boolean annealed() {
        return alpha > 0 && beta0 != 1;
    }

    ReplayConfig memory(BankShape shape, double gamma) {
        return new ReplayConfig(
                bufferSize,
                shape.environments(),
                shape.observationSpace(),
                shape.frameStack(),
                shape.actionWidth(),
                nStep,
                gamma,
                alpha,
                epsilon);
    }

    long leastBufferSize(PipelineConfig pipeline, int frameStack) {
        return Math.max(pipeline.stepsPerInterval(), ReplayConfig.leastCapacity(pipeline.numEnvs(), frameStack, nStep));
    }

    /** The same memory of another size. */
    public ReplaySettings withBufferSize(int newBufferSize) {
        return new ReplaySettings(newBufferSize, batchSize, nStep, alpha, beta0, epsilon);
    }

    void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        RecordSettings.check(this, violations);
        long least = pipeline.hasSteps() ? leastBufferSize(pipeline, frameStack) : 1;
        violations
                .check(
                        bufferSize >= least && bufferSize <= ReplayConfig.MAX_CAPACITY,
                        "--buffer-size",
                        bufferSize,
                        "must be in " + least + " .. 2^27: it holds an interval's steps and"
                                + " --frame-stack + --n-step + 1 of every replica at least",
                        "give 10000, for example")
                .check(
                        batchSize >= 1 && batchSize <= bufferSize,
                        "--batch-size",
                        batchSize,
                        "must be in 1 .. --buffer-size (" + bufferSize + ")",
                        "give 256, for example");
    }
}
