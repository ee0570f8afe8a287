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
import io.htsrl.trainer.selfplay.OpponentPool;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The complete state of a run between two intervals: captured inside the swap, after the banks have swapped, or
 * restored before the first interval. Only the bank just filled is saved, since the other is about to be overwritten.
 */
final class RunState {
    /**
     * Greatest state of a learner, in bytes, that is copied; greater states, such as large replay memories, are written
     * directly.
     */
    private static final long LARGEST_COPY = 64L << 20;

    private static final String PREVIOUS = "previous.";
    static final String VERSION = "version";
    private static final String BANK = "bank";
    private static final String OPPONENTS = "opponents";
    private static final String ENVIRONMENTS = "environments";
    private static final String LEARNER = "learner";
    /** {@link Stateful#layout} of parts that no one object owns. */
    static final int VERSION_LAYOUT = 1;

    private static final int ENVIRONMENTS_LAYOUT = 1;

    private final List<Tensor> tensors;
    private final ParameterVersions versions;
    private final DoubleStorage storage;
    private final List<Replica> replicas;
    private final StartStates elsewhere; // null if replicas are stepped in this process
    private final Learner learner;
    private final OpponentPool opponents; // null without self-play
    private final Map<String, Stateful> small = new LinkedHashMap<>();
    private final Map<String, Stateful> attached;

    /** Creates the state, with the parts that the plan of checkpoints names. */
    RunState(Pipeline pipeline, DoubleStorage storage, LearningStage stage) {
        this.tensors = pipeline.tensors();
        this.versions = pipeline.versions();
        this.storage = storage;
        this.replicas = pipeline.replicas();
        this.elsewhere =
                pipeline.elsewhere() == null ? null : pipeline.elsewhere().states();
        this.learner = pipeline.learner();
        this.opponents = pipeline.opponents();
        small.put("clock", pipeline.rollout());
        small.put("stage", stage);
        small.put("recorder", pipeline.recorder());
        this.attached = pipeline.attachments().checkpoints().parts();
    }

    /** Returns whether all of it can be saved, so that a resumed run has the bits of the uninterrupted one. */
    boolean exact() {
        return replicas.stream()
                .allMatch(replica ->
                        replica.resumesExactly() && (elsewhere == null || elsewhere.movable(replica.index())));
    }

    /** Returns whether {@link #restore} can truncate an episode: not of agents, which are only reset together. */
    boolean truncatable() {
        return replicas.stream().noneMatch(Replica::resetsTogether);
    }

    /** Returns whether {@link #restore} truncated an episode that was too long to be kept. */
    boolean restoredCut() {
        return replicas.stream().anyMatch(Replica::restoredCut);
    }

    /** Copies the state into {@code image}; a large state is only referred to. */
    void capture(CheckpointImage image) {
        ParameterTensors.add(image, "", tensors, versions.current());
        ParameterTensors.add(image, PREVIOUS, tensors, versions.previous());
        image.addPart(VERSION, VERSION_LAYOUT, out -> out.writeLong(versions.version()));
        image.addPart(BANK, storage.read().layout(), storage.read()::save);
        if (opponents != null) {
            image.addPart(OPPONENTS, opponents.layout(), opponents::save);
        }
        image.addPart(ENVIRONMENTS, ENVIRONMENTS_LAYOUT, this::saveReplicas);
        small.forEach((name, part) -> image.addPart(name, part.layout(), part::save));
        attached.forEach((name, part) -> image.addPart(name, part.layout(), part::save));
        image.addPart(LEARNER, learner.layout(), learner::save, LARGEST_COPY);
    }

    /**
     * Saves the replicas of this process, or the states that an engine returned: the bytes are the same, so a run may
     * resume with or without an engine.
     */
    private void saveReplicas(DataOutput out) throws IOException {
        for (Replica replica : replicas) {
            if (elsewhere == null) {
                replica.save(out);
            } else {
                elsewhere.save(replica.index(), out);
            }
        }
    }

    /**
     * Restores the replicas. Those that an engine steps are never stepped here: they may share one environment, and
     * translate states one by one.
     */
    private void restoreReplicas(DataInput in) throws IOException {
        for (Replica replica : replicas) {
            replica.restore(in, storage.read());
            if (elsewhere != null) {
                elsewhere.keep(replica.index(), replica.delta()); // the whole state is new
            }
        }
    }

    /** Returns the layouts in which this version reads parts. */
    private Map<String, Integer> layouts(CheckpointFile file) {
        Map<String, Integer> layouts = new LinkedHashMap<>();
        layouts.put(VERSION, VERSION_LAYOUT);
        layouts.put(BANK, storage.read().layout());
        if (opponents != null) {
            layouts.put(OPPONENTS, opponents.layout());
        }
        layouts.put(ENVIRONMENTS, ENVIRONMENTS_LAYOUT);
        layouts.put(LEARNER, learner.layout());
        small.forEach((name, part) -> layouts.put(name, part.layout()));
        attachedTo(file).forEach((name, part) -> layouts.put(name, part.layout()));
        return layouts;
    }

    /**
     * Restores the state in {@code file}, except for the attached parts; changes memory alone.
     *
     * @throws io.htsrl.checkpoints.CheckpointException when it holds the state of another run, lacks any of it, or was
     *     written by another build
     */
    void restore(CheckpointFile file) {
        file.require(layouts(file));
        long[] version = new long[1];
        file.restore(VERSION, VERSION_LAYOUT, in -> version[0] = in.readLong());
        versions.restore(
                version[0], ParameterTensors.read(file, PREVIOUS, tensors), ParameterTensors.read(file, "", tensors));
        file.restore(BANK, storage.read().layout(), storage.read()::restore); // replicas read it
        if (opponents != null) { // environments refer to members
            file.restore(OPPONENTS, opponents.layout(), opponents::restore);
        }
        file.restore(ENVIRONMENTS, ENVIRONMENTS_LAYOUT, this::restoreReplicas);
        small.forEach((name, part) -> file.restore(name, part.layout(), part::restore));
        file.restore(LEARNER, learner.layout(), learner::restore);
    }

    /**
     * Restores the attached parts from {@code file}: files on disk may be cut.
     *
     * @throws io.htsrl.checkpoints.CheckpointException as above
     */
    void restoreAttached(CheckpointFile file) {
        attachedTo(file).forEach((name, part) -> file.restore(name, part.layout(), part::restore));
    }

    /** Returns the attached parts, without optional ones that {@code file} lacks. */
    private Map<String, Stateful> attachedTo(CheckpointFile file) {
        Map<String, Stateful> parts = new LinkedHashMap<>(attached);
        parts.entrySet().removeIf(part -> part.getValue().optional() && !file.hasPart(part.getKey()));
        return parts;
    }
}
