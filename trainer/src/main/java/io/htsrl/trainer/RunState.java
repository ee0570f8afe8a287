package io.htsrl.trainer;

import io.htsrl.core.Stateful;
import io.htsrl.executors.Replica;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearningStage;
import io.htsrl.learners.ParameterVersions;
import io.htsrl.policies.Tensor;
import io.htsrl.storage.DoubleStorage;
import io.htsrl.storage.RolloutClock;
import io.htsrl.trainer.checkpoint.CheckpointFile;
import io.htsrl.trainer.checkpoint.CheckpointImage;
import io.htsrl.trainer.checkpoint.Content;
import io.htsrl.trainer.checkpoint.ParameterTensors;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that the rest of a run depends on, between two intervals: captured inside the swap, after the banks have changed
 * places, or restored before the first interval. Of the two banks only the one just filled matters, for the other is
 * about to be written whole.
 */
final class RunState {
    /** Learners with more state than this, such as large replay memories, are written without being copied first. */
    private static final long LARGEST_COPY = 64L << 20;
    private static final String PREVIOUS = "previous.";

    private final List<Tensor> tensors;
    private final ParameterVersions versions;
    private final DoubleStorage storage;
    private final List<Replica> replicas;
    private final Learner learner;
    private final Map<String, Stateful> small = new LinkedHashMap<>();

    /** @param more of what the caller keeps, by name */
    RunState(List<Tensor> tensors, ParameterVersions versions, DoubleStorage storage, List<Replica> replicas,
            RolloutClock rollout, Learner learner, LearningStage stage, Recorder recorder,
            Map<String, Stateful> more) {
        this.tensors = tensors;
        this.versions = versions;
        this.storage = storage;
        this.replicas = replicas;
        this.learner = learner;
        small.put("clock", rollout);
        small.put("stage", stage);
        small.put("recorder", recorder);
        small.putAll(more);
    }

    /** Copies the state into {@code image}, or points it there where it is large. */
    void capture(CheckpointImage image) {
        ParameterTensors.add(image, "", tensors, versions.current());
        ParameterTensors.add(image, PREVIOUS, tensors, versions.previous());
        image.addPart("version", out -> out.writeLong(versions.version()));
        image.addPart("bank", storage.read()::save);
        image.addPart("environments", this::saveReplicas);
        small.forEach((name, part) -> image.addPart(name, part::save));
        Content learnt = learner::save;
        if (learner.stateBytes() > LARGEST_COPY) {
            image.addLive("learner", learnt);
        } else {
            image.addPart("learner", learnt);
        }
    }

    private void saveReplicas(DataOutput out) throws IOException {
        for (Replica replica : replicas) {
            replica.save(out);
        }
    }

    /**
     * Becomes the state that {@code file} holds.
     *
     * @throws io.htsrl.trainer.checkpoint.CheckpointException when it holds the state of something else
     */
    void restore(CheckpointFile file) {
        long[] version = new long[1];
        file.restore("version", in -> version[0] = in.readLong());
        versions.restore(version[0], ParameterTensors.read(file, PREVIOUS, tensors),
                ParameterTensors.read(file, "", tensors));
        file.restore("bank", storage.read()::restore);
        file.restore("environments", this::restoreReplicas);
        small.forEach((name, part) -> file.restore(name, part::restore));
        file.restore("learner", learner::restore);
    }

    private void restoreReplicas(DataInput in) throws IOException {
        for (Replica replica : replicas) {
            replica.restore(in, storage.read());
        }
    }
}
