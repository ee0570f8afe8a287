package io.htsrl.learners.offpolicy;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.replay.selectors.SelectionConfig;
import io.htsrl.storage.BankShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The settings of an algorithm that learns from a replay memory: what others ask of the memory, whichever it is. */
public interface Replaying extends AlgorithmConfig {

    ReplaySettings replay();

    /** Environment steps, over all replicas, remembered before the first update: {@code --learning-starts}. */
    long learningStarts();

    /** Steps that the memory holds, over all replicas: {@code --buffer-size}. */
    default int bufferSize() {
        return replay().bufferSize();
    }

    /** The same with another memory. */
    Replaying with(ReplaySettings newReplay);

    /** The same with a memory of another size. */
    default Replaying withBufferSize(int bufferSize) {
        return with(replay().withBufferSize(bufferSize));
    }

    /** The same with a memory in so many shards: the same bits. */
    default Replaying withShards(int shards) {
        return with(replay().withShards(shards));
    }

    /** The smallest memory that such a run can have, whatever its batches. */
    default long leastBufferSize(PipelineConfig pipeline, int frameStack) {
        return replay().leastBufferSize(pipeline, frameStack);
    }

    /** What the memory of checked settings is, for banks of that shape. */
    default ReplayConfig memory(BankShape shape) {
        return replay().memory(shape, gamma());
    }

    /** How it is drawn from. */
    default SelectionConfig table() {
        return replay().draws().table();
    }

    /** An empty memory for banks of that shape. */
    default ReplayMemory newMemory(LearnerInputs inputs) {
        ReplayMemory.Maker maker = table().isUsual() ? inputs.memories() : table()::memory;
        return maker.make(memory(inputs.shape()), replay().shards(), inputs.team());
    }

    /** The learner's networks: the learnt ones and their targets. */
    default int networks() {
        return 2;
    }

    /** Updates per environment step, over all replicas: {@code --utd}. */
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

    /** Adds what is wrong with the memory and with the number of updates. */
    default void checkReplay(PipelineConfig pipeline, int frameStack, Violations violations) {
        replay().check(pipeline, frameStack, violations);
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

    /** Under {@code async}, of checked settings: what is drawn for what is inserted. */
    default ReplayRate rate(PipelineConfig pipeline) {
        return ReplayRate.of(this, pipeline);
    }

    /** Adds why an interval's updates cannot be counted. */
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
