package io.htsrl.learners.offpolicy;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.replay.SequenceConfig;
import io.htsrl.replay.selectors.SelectionConfig;
import io.htsrl.storage.BankShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Settings of an algorithm that learns from a replay memory, as far as other classes use them. */
public interface Replaying extends AlgorithmConfig {

    ReplaySettings replay();

    /** Returns the environment steps, over all replicas, stored before the first update: {@code --learning-starts}. */
    long learningStarts();

    /** Returns the steps that the memory holds, over all replicas: {@code --buffer-size}. */
    default int bufferSize() {
        return replay().bufferSize();
    }

    /** Returns these settings with another memory. */
    Replaying with(ReplaySettings newReplay);

    /** Returns these settings with a memory of another size. */
    default Replaying withBufferSize(int bufferSize) {
        return with(replay().withBufferSize(bufferSize));
    }

    /** Returns these settings with another number of shards, which changes no bit. */
    default Replaying withShards(int shards) {
        return with(replay().withShards(shards));
    }

    /** Returns the size of the smallest memory for such a run, for batches of any size. */
    default long leastBufferSize(PipelineConfig pipeline, int frameStack) {
        return replay().leastBufferSize(pipeline, frameStack, sequences(1));
    }

    /**
     * Returns the sequences that are drawn, or single transitions.
     *
     * @param stateSize floats in a recurrent state
     */
    default SequenceConfig sequences(int stateSize) {
        return SequenceConfig.NONE;
    }

    /** Returns the configuration of the memory for banks of that shape. The settings must have been checked. */
    default ReplayConfig memory(BankShape shape) {
        return replay().memory(shape, gamma(), sequences(shape.memorySize()));
    }

    /** Returns the configuration of the draws. */
    default SelectionConfig table() {
        return replay().draws().table();
    }

    /** Creates an empty memory for banks of the inputs' shape. */
    default ReplayMemory newMemory(LearnerInputs inputs) {
        ReplayMemory.Maker maker = table().isUsual() ? inputs.memories() : table()::memory;
        return maker.make(memory(inputs.shape()), replay().shards(), inputs.team());
    }

    /** Returns the updates per environment step, over all replicas: {@code --utd}. */
    Ratio utd();

    @Override
    default int minibatch(PipelineConfig pipeline) {
        return replay().mostOfBatch();
    }

    @Override
    default boolean growsBatches() {
        return replay().growth().adaptBatch();
    }

    @Override
    default List<String> advice(PipelineConfig pipeline) {
        return replay().draws().advice(replay().rows(), utd());
    }

    @Override
    default List<String> annealed() {
        List<String> annealed = new ArrayList<>(AlgorithmConfig.super.annealed());
        if (replay().annealed()) {
            annealed.add("beta of the importance weights");
        }
        return List.copyOf(annealed);
    }

    @Override
    default Optional<Ratio> updatesPerStep(PipelineConfig pipeline) {
        return Optional.of(pipeline.async() == null ? utd() : rate(pipeline).updatesPerStep());
    }

    /** Adds a violation for each invalid setting of the memory and the number of updates. */
    default void checkReplay(PipelineConfig pipeline, int frameStack, Violations violations) {
        replay().check(pipeline, frameStack, sequences(1), violations);
        checkUtd(pipeline, violations);
        if (pipeline.async() != null) {
            ReplayRate.check(this, pipeline, violations);
        }
    }

    @Override
    default void checkLength(long totalTimesteps, Violations violations) {
        violations.check(
                learningStarts() <= totalTimesteps,
                "--learning-starts",
                learningStarts(),
                "must be at most --total-timesteps (" + totalTimesteps + "), or nothing would be learnt",
                "give a lower --learning-starts or a higher --total-timesteps");
    }

    /** Returns the ratio of draws to inserts under {@code async}. The settings must have been checked. */
    default ReplayRate rate(PipelineConfig pipeline) {
        return ReplayRate.of(this, pipeline);
    }

    /** Adds a violation where an interval's updates cannot be counted. */
    private void checkUtd(PipelineConfig pipeline, Violations violations) {
        double updates = pipeline.hasSteps() ? pipeline.stepsPerInterval() * utd().value() : 0;
        violations.check(
                updates <= Integer.MAX_VALUE - 1.0,
                "--utd",
                utd(),
                "must make less than 2147483647 updates in an interval, and makes " + Math.round(updates),
                "give 1, for example");
    }
}
