package io.htsrl.determinism.verify;

import io.htsrl.core.run.Perturbation;
import io.htsrl.trainer.config.RunConfig;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;

/**
 * One run of the matrix, which must give the same bits although something is different. Immutable.
 *
 * @param name the difference, in the words of the table
 * @param config configuration of the run; only settings that never change a bit differ from the reference
 * @param perturbation delays; in this JVM alone
 * @param jvm the JVM to run in; empty for this one
 * @param intervals number of digests to compare, from the first; the run ends after them
 * @param resumeAfter the interval whose report stops the run, which is then resumed from its checkpoint; -1 for a run
 *     in one piece; in this JVM alone
 * @param quick whether it belongs to the small matrix
 */
@RecordBuilder
public record PerturbedRun(
        String name,
        RunConfig config,
        Perturbation perturbation,
        Optional<ChildJvm> jvm,
        long intervals,
        long resumeAfter,
        boolean quick)
        implements PerturbedRunBuilder.With {
    /** Number of digests for the whole run. */
    public static final long ALL = Long.MAX_VALUE;
    /** Interval for a run in one piece. */
    public static final long NEVER = -1;

    /** Returns the unperturbed run. */
    public static PerturbedRun of(String name, RunConfig config) {
        return new PerturbedRun(name, config, Perturbation.NONE, Optional.empty(), ALL, NEVER, false);
    }
}
