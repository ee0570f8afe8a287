package io.htsrl.trainer.run;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointImage;
import io.htsrl.checkpoints.ParameterTensors;
import io.htsrl.core.state.Stateful;
import io.htsrl.executors.Replica;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearningStage;
import io.htsrl.learners.ParameterVersions;
import io.htsrl.policies.network.Tensor;
import io.htsrl.storage.DoubleStorage;
import io.htsrl.trainer.rollouts.StartStates;
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
    private static final String VERSION = "version";
    private static final String BANK = "bank";
    private static final String ENVIRONMENTS = "environments";
    private static final String LEARNER = "learner";
    /** See {@link Stateful#layout}: of parts that no one object is. */
    private static final int VERSION_LAYOUT = 1;

    private static final int ENVIRONMENTS_LAYOUT = 1;

    private final List<Tensor> tensors;
    private final ParameterVersions versions;
    private final DoubleStorage storage;
    private final List<Replica> replicas;
    private final StartStates elsewhere; // null where replicas are stepped here
    private final Learner learner;
    private final Map<String, Stateful> small = new LinkedHashMap<>();
    private final Map<String, Stateful> attached;

    /** What the plan of checkpoints names goes along. */
    RunState(Pipeline pipeline, DoubleStorage storage, LearningStage stage) {
        this.tensors = pipeline.tensors();
        this.versions = pipeline.versions();
        this.storage = storage;
        this.replicas = pipeline.replicas();
        this.elsewhere =
                pipeline.elsewhere() == null ? null : pipeline.elsewhere().states();
        this.learner = pipeline.learner();
        small.put("clock", pipeline.rollout());
        small.put("stage", stage);
        small.put("recorder", pipeline.recorder());
        this.attached = pipeline.attachments().checkpoints().parts();
    }

    /** Whether all of it can be saved: a run that goes on from it has the bits of the uninterrupted one. */
    boolean exact() {
        return replicas.stream()
                .allMatch(replica ->
                        replica.resumesExactly() && (elsewhere == null || elsewhere.movable(replica.index())));
    }

    /** Whether an episode was truncated at {@link #restore}, since it was too long to be kept. */
    boolean restoredCut() {
        return replicas.stream().anyMatch(Replica::restoredCut);
    }

    /** Copies the state into {@code image}, or points it there where it is large. */
    void capture(CheckpointImage image) {
        ParameterTensors.add(image, "", tensors, versions.current());
        ParameterTensors.add(image, PREVIOUS, tensors, versions.previous());
        image.addPart(VERSION, VERSION_LAYOUT, out -> out.writeLong(versions.version()));
        image.addPart(BANK, storage.read().layout(), storage.read()::save);
        image.addPart(ENVIRONMENTS, ENVIRONMENTS_LAYOUT, this::saveReplicas);
        small.forEach((name, part) -> image.addPart(name, part.layout(), part::save));
        attached.forEach((name, part) -> image.addPart(name, part.layout(), part::save));
        image.addPart(LEARNER, learner.layout(), learner::save, LARGEST_COPY);
    }

    /** Those of this process, or what came back of those elsewhere: in the same bytes, so a run may resume here or there. */
    private void saveReplicas(DataOutput out) throws IOException {
        for (Replica replica : replicas) {
            if (elsewhere == null) {
                replica.save(out);
            } else {
                elsewhere.save(replica.index(), out);
            }
        }
    }

    /** Replicas elsewhere are never stepped here: they may share one environment, and translate states one by one. */
    private void restoreReplicas(DataInput in) throws IOException {
        for (Replica replica : replicas) {
            replica.restore(in, storage.read());
            if (elsewhere != null) {
                elsewhere.keep(replica.index(), replica.delta()); // all is new
            }
        }
    }

    /** In what layouts parts are written and read here. */
    private Map<String, Integer> layouts() {
        Map<String, Integer> layouts = new LinkedHashMap<>();
        layouts.put(VERSION, VERSION_LAYOUT);
        layouts.put(BANK, storage.read().layout());
        layouts.put(ENVIRONMENTS, ENVIRONMENTS_LAYOUT);
        layouts.put(LEARNER, learner.layout());
        small.forEach((name, part) -> layouts.put(name, part.layout()));
        attached.forEach((name, part) -> layouts.put(name, part.layout()));
        return layouts;
    }

    /**
     * Becomes the state that {@code file} holds, but for what is attached; changes memory alone.
     *
     * @throws io.htsrl.checkpoints.CheckpointException when it holds the state of something else, or lacks any
     *                                                         of it, or another build wrote it
     */
    void restore(CheckpointFile file) {
        file.require(layouts());
        long[] version = new long[1];
        file.restore(VERSION, VERSION_LAYOUT, in -> version[0] = in.readLong());
        versions.restore(
                version[0], ParameterTensors.read(file, PREVIOUS, tensors), ParameterTensors.read(file, "", tensors));
        file.restore(BANK, storage.read().layout(), storage.read()::restore); // replicas look into it
        file.restore(ENVIRONMENTS, ENVIRONMENTS_LAYOUT, this::restoreReplicas);
        small.forEach((name, part) -> file.restore(name, part.layout(), part::restore));
        file.restore(LEARNER, learner.layout(), learner::restore);
    }

    /**
     * Lets what is attached become what {@code file} holds of it: files on disk may be cut.
     *
     * @throws io.htsrl.checkpoints.CheckpointException as above
     */
    void restoreAttached(CheckpointFile file) {
        attached.forEach((name, part) -> file.restore(name, part.layout(), part::restore));
    }
}
