package io.htsrl.trainer.config;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointWriter;
import io.htsrl.core.state.Stateful;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * When checkpoints are taken, where they go and what goes along, and the one that the run begins from. Decides no bit
 * of the run. Immutable.
 *
 * @param folder   of the checkpoints; made when it is not there
 * @param every    intervals from one to the next; 0 for never
 * @param keep     how many are kept
 * @param metadata of the files, such as the run's settings
 * @param parts    what the caller keeps itself and needs back, by name
 * @param files    that a checkpoint refers to: synced before it is written, on the writer's thread
 * @param from     where to go on, or null to begin with interval 0
 * @param atStop   whether one is taken where the run is stopped before its end, though {@code every} is 0
 */
public record CheckpointPlan(
        Path folder,
        long every,
        int keep,
        Map<String, String> metadata,
        Map<String, Stateful> parts,
        CheckpointWriter.Prerequisite files,
        CheckpointFile from,
        AtStop atStop) {

    /** Whether a stop alone is reason enough for a checkpoint. */
    public enum AtStop {
        NEVER,
        /** Where a run that goes on from it has the bits of the uninterrupted one. */
        EXACT,
        /** Though environments cannot save their state, too. */
        ANY
    }

    /** None at a stop alone. */
    public CheckpointPlan(
            Path folder,
            long every,
            int keep,
            Map<String, String> metadata,
            Map<String, Stateful> parts,
            CheckpointWriter.Prerequisite files,
            CheckpointFile from) {
        this(folder, every, keep, metadata, parts, files, from, AtStop.NEVER);
    }

    /** No checkpoints; from the beginning. */
    public static final CheckpointPlan NONE =
            new CheckpointPlan(Path.of("."), 0, 1, Map.of(), Map.of(), () -> {}, null);

    /** The same, with one more part. */
    public CheckpointPlan with(String name, Stateful part) {
        Map<String, Stateful> more = new TreeMap<>(parts);
        more.put(name, part);
        return new CheckpointPlan(folder, every, keep, metadata, more, files, from, atStop);
    }
}
