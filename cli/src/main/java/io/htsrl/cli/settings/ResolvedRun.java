package io.htsrl.cli.settings;

import io.htsrl.cli.rundir.files.Thinning;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.engine.EngineChoice;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import io.htsrl.trainer.logging.feed.LoggerSelection;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All that {@code hts train} was told, concluded and checked. Immutable.
 *
 * @param config      the run
 * @param evaluation  which of its policies are evaluated meanwhile
 * @param output      where its files go, and what is printed
 * @param checkpoints what is wanted of them
 * @param trace       what is wanted of it
 * @param loggers     who hears of it
 * @param engine      who collects its rollouts, if not its own executors
 * @param sources     where settings came from, lowest first
 * @param origins     where the value of each setting came from, by key, in words
 * @param derived     keys of settings that follow from others: a file that gives others must not fix them
 */
public record ResolvedRun(
        RunConfig config,
        EvaluationConfig evaluation,
        OutputSettings output,
        CheckpointSettings checkpoints,
        TraceSettings trace,
        LoggerSelection loggers,
        EngineChoice engine,
        List<String> sources,
        Map<String, String> origins,
        Set<String> derived) {

    /** A run of a program that writes nothing but what it says itself, all settings as given. */
    public static ResolvedRun plain(RunConfig config) {
        return new ResolvedRun(
                config,
                EvaluationConfig.OFF,
                new OutputSettings(Optional.empty(), 1, false, false),
                CheckpointSettings.NONE,
                TraceSettings.NONE,
                LoggerSelection.NONE,
                EngineChoice.NONE,
                List.of(),
                Map.of(),
                Set.of());
    }

    /** The same with every setting fixed at its value. */
    public ResolvedRun fixed() {
        return with(config, output, Set.of());
    }

    /** The same with so many lanes of the learner, where their number was not given: it decides no bit. */
    public ResolvedRun onLearners(int learners) {
        return !derived.contains("learners")
                ? this
                : with(config.with(config.pipeline().withLearners(learners)), output, derived);
    }

    /** The same without output of its own, in {@code folder}. */
    public ResolvedRun quietlyIn(Path folder) {
        return with(
                config, new OutputSettings(Optional.of(folder), output.logInterval(), output.logAll(), true), derived);
    }

    private ResolvedRun with(RunConfig newConfig, OutputSettings newOutput, Set<String> newDerived) {
        return new ResolvedRun(
                newConfig, evaluation, newOutput, checkpoints, trace, loggers, engine, sources, origins, newDerived);
    }

    public long logInterval() {
        return output.logInterval();
    }

    public Optional<Path> runDir() {
        return output.out();
    }

    public boolean quiet() {
        return output.quiet();
    }

    /** Which lines the files of digests and episodes have. */
    public Thinning thinning() {
        return output.logAll() ? Thinning.NONE : Thinning.DOUBLING;
    }
}
