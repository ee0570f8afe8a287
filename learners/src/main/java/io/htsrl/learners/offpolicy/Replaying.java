package io.htsrl.learners.offpolicy;

import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.storage.BankShape;

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
}
