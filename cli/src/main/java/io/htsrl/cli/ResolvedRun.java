package io.htsrl.cli;

import io.htsrl.cli.rundir.Thinning;
import io.htsrl.trainer.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All that {@code hts train} was told, concluded and checked. Immutable.
 *
 * @param config      the run
 * @param evaluation  which of its policies are evaluated meanwhile
 * @param logInterval intervals per line of {@code metrics.jsonl}
 * @param logAll      whether long runs keep all lines of {@code digests.jsonl} and {@code episodes.csv}
 * @param checkpoints what is wanted of them
 * @param trace       what is wanted of it
 * @param runDir      where its files go; empty for the default name
 * @param quiet       whether nothing is printed but errors
 * @param sources     where settings came from, lowest first
 * @param derived     settings that follow from others: a file that gives others must not fix them
 */
public record ResolvedRun(RunConfig config, EvaluationConfig evaluation, long logInterval, boolean logAll,
        CheckpointSettings checkpoints, TraceSettings trace, Optional<Path> runDir, boolean quiet,
        List<String> sources, Set<Setting> derived) {

    /** A run that keeps fewer lines where it is long, all settings as given. */
    public ResolvedRun(RunConfig config, EvaluationConfig evaluation, long logInterval, CheckpointSettings checkpoints,
            TraceSettings trace, Optional<Path> runDir, boolean quiet, List<String> sources) {
        this(config, evaluation, logInterval, false, checkpoints, trace, runDir, quiet, sources, Set.of());
    }

    /** The same with every setting fixed at its value. */
    ResolvedRun fixed() {
        return new ResolvedRun(config, evaluation, logInterval, logAll, checkpoints, trace, runDir, quiet, sources,
                Set.of());
    }

    /** The same without output of its own, in {@code folder}. */
    ResolvedRun quietlyIn(Path folder) {
        return new ResolvedRun(config, evaluation, logInterval, logAll, checkpoints, trace, Optional.of(folder), true,
                sources, derived);
    }

    /** Which lines those files have. */
    Thinning thinning() {
        return logAll ? Thinning.NONE : Thinning.DOUBLING;
    }
}
