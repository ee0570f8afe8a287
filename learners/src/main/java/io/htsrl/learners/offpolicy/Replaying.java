package io.htsrl.learners.offpolicy;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.storage.BankShape;
import java.util.Optional;

/** The settings of an algorithm that learns from a replay memory: what others ask of the memory, whichever it is. */
public interface Replaying extends AlgorithmConfig {

    /** Steps that the memory holds, over all replicas: {@code --buffer-size}. */
    int bufferSize();

    /** The same with a memory of another size. */
    Replaying withBufferSize(int bufferSize);

    /** The smallest memory that such a run can have, whatever its batches. */
    long leastBufferSize(PipelineConfig pipeline, int frameStack);

    /** What the memory of checked settings is, for banks of that shape. */
    ReplayConfig memory(BankShape shape);

    /** The learner's networks, with their targets. */
    int networks();

    /** Updates per environment step, over all replicas: {@code --utd}. */
    Ratio utd();

    @Override
    default Optional<Ratio> updatesPerStep(PipelineConfig pipeline) {
        return Optional.of(utd());
    }

    /** Adds why an interval's updates cannot be counted. */
    default void checkUtd(PipelineConfig pipeline, Violations violations) {
        double updates = pipeline.hasSteps() ? pipeline.stepsPerInterval() * utd().value() : 0;
        violations.check(
                updates <= Integer.MAX_VALUE - 1.0,
                "--utd",
                utd(),
                "must make less than 2147483647 updates in an interval, and makes " + Math.round(updates),
                "give 1, for example");
    }
}
