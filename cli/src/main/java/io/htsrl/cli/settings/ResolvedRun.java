package io.htsrl.cli.settings;

import io.htsrl.cli.rundir.Thinning;
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
 * Result of resolving {@code hts train}'s command line: given, derived and checked settings. Immutable.
 *
 * @param config the run
 * @param evaluation which of its policies are evaluated meanwhile
 * @param output the places of its files, and what is printed
 * @param checkpoints its checkpoints
 * @param trace its trace
 * @param loggers loggers that receive its reports
 * @param engine collects its rollouts, in place of its own executors
 * @param sources sources of settings, lowest first
 * @param origins origin of each setting's value, by key, in words
 * @param derived keys of settings that follow from others: a file that changes those must not fix them
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

    /** Returns a run with all settings as given, for a program that writes its own output. */
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

    /** Returns the same run with every setting fixed at its value. */
    public ResolvedRun fixed() {
        return with(config, output, Set.of());
    }

    /** Returns the same run with this number of learner lanes, unless their number was given; it changes no bits. */
    public ResolvedRun onLearners(int learners) {
        return !derived.contains("learners")
                ? this
                : with(config.with(config.pipeline().withLearners(learners)), output, derived);
    }

    /** Returns the same run in {@code folder}, without printed output. */
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

    /** Returns the choice of lines in the files of digests and episodes. */
    public Thinning thinning() {
        return output.logAll() ? Thinning.NONE : Thinning.DOUBLING;
    }
}
