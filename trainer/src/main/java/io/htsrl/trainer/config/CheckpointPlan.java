package io.htsrl.trainer.config;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointWriter;
import io.htsrl.core.state.Stateful;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The times, folder and contents of a run's checkpoints, and the checkpoint that the run resumes from. Affects no bit
 * of the run. Immutable.
 *
 * @param folder of the checkpoints; created when it does not exist
 * @param every intervals from one to the next; 0 for never
 * @param keep how many are kept
 * @param metadata of the files, such as the run's settings
 * @param parts further state that the caller saves and restores, by name
 * @param files syncs the files that a checkpoint refers to; called before it is written, on the writer's thread
 * @param from the checkpoint to resume from, or null to begin with interval 0; closed when the run has read it
 * @param atStop whether one is taken where the run is stopped before its end, though {@code every} is 0
 * @param atEnd whether one is taken at its end, though {@code every} is 0
 */
public record CheckpointPlan(
        Path folder,
        long every,
        int keep,
        Map<String, String> metadata,
        Map<String, Stateful> parts,
        CheckpointWriter.Prerequisite files,
        CheckpointFile from,
        Rule atStop,
        Rule atEnd) {

    /** The condition for a checkpoint that is not due by {@link #every}. */
    public enum Rule {
        NEVER,
        /** A checkpoint is taken where a run resumed from it has the bits of the uninterrupted one. */
        EXACT,
        /** A checkpoint is taken even if environments cannot save their state. */
        ANY
    }

    /** Key of the metadata for the reason of an early end, in the checkpoint of that end. */
    public static final String END = "end";

    /** Returns a plan of the run's own state, whose checkpoints are all due by {@link #every}. */
    public static CheckpointPlan of(Path folder, long every, int keep, CheckpointFile from) {
        return new CheckpointPlan(folder, every, keep, Map.of(), Map.of(), () -> {}, from, Rule.NEVER, Rule.NEVER);
    }

    /** No checkpoints, and a run from the beginning. */
    public static final CheckpointPlan NONE = of(Path.of("."), 0, 1, null);

    /** Returns the same plan with one more entry of metadata. */
    public CheckpointPlan with(String key, String value) {
        Map<String, String> more = new TreeMap<>(metadata);
        more.put(key, value);
        return new CheckpointPlan(folder, every, keep, more, parts, files, from, atStop, atEnd);
    }

    /** Returns the same plan with one more part. */
    public CheckpointPlan with(String name, Stateful part) {
        Map<String, Stateful> more = new TreeMap<>(parts);
        more.put(name, part);
        return new CheckpointPlan(folder, every, keep, metadata, more, files, from, atStop, atEnd);
    }
}
