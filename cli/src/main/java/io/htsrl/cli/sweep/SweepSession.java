package io.htsrl.cli.sweep;

import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.cli.signals.SharedInterruption;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.ShellWords;
import io.htsrl.cli.train.PausedRun;
import io.htsrl.cli.train.ProgressTable;
import io.htsrl.cli.train.TrainSession;
import io.htsrl.cli.train.TrainSessions;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Runs a sweep, round after round, one run after another or several at once. Reports a run that fails, and continues
 * with the others. One thread, except {@link #train}.
 */
final class SweepSession {
    private final Path folder;
    private final SweepSchedule schedule;
    private final TrainSessions sessions;
    private final double target;
    private final int jobs;
    private final SweepResults results = new SweepResults();
    private final SweepReport report;
    private final SweepJournal journal;
    private final SharedInterruption interruption;
    private ProgressTable progress;
    private int planned;
    private int ended;
    private volatile int worst = ExitCode.OK;

    /**
     * Makes a session of a sweep in {@code folder}.
     *
     * @param keys settings that vary
     * @param target mean return to be reached; NaN for none
     * @param jobs runs at once
     * @param sessions train; they print a line for each run, and the table
     */
    SweepSession(
            Path folder, SweepSchedule schedule, List<String> keys, double target, int jobs, TrainSessions sessions) {
        this.folder = folder;
        this.schedule = schedule;
        this.target = target;
        this.jobs = jobs;
        this.report = new SweepReport(results, keys, target);
        this.journal = new SweepJournal(folder);
        this.interruption = new SharedInterruption(sessions.err());
        this.sessions = sessions.prepared(session -> session.ofSeveral(interruption));
    }

    /**
     * Runs what is not finished yet, and returns the exit code.
     *
     * @param first runs of the first round
     * @param arguments those of {@code hts sweep}, without the folder
     */
    int run(List<SweepRun> first, List<String> arguments) {
        try (SharedInterruption listening = interruption.install();
                ProgressTable table = new ProgressTable(sessions.out())) {
            progress = table;
            journal.start(arguments);
            List<SweepRun> runs = first;
            for (int round = 1; !runs.isEmpty(); round++) {
                run(round, runs);
                runs = worst == ExitCode.INTERRUPTED ? List.of() : schedule.next(folder, results);
            }
        } catch (RunDirectoryException e) { // the sweep's own files: later results could not be kept either
            ErrorOutput.printPlain(sessions.err(), e.getMessage());
            worst = Math.max(worst, ExitCode.FAILED);
        }
        sessions.out().println();
        report.print(sessions.out());
        if (worst == ExitCode.INTERRUPTED) {
            sessions.out().println("continue with: " + continuation());
        }
        return worst;
    }

    /** Returns the command line that continues the sweep. */
    String continuation() {
        return ShellWords.hts("sweep", "--out", folder.toString());
    }

    private void run(int round, List<SweepRun> given) {
        List<SweepRun> runs = new ArrayList<>();
        for (SweepRun run : given) { // all forks are made before any origin trains on
            Optional<SweepRun> begun = run.forked(given, sessions);
            if (begun.isEmpty()) {
                worst = interruption.happened() ? ExitCode.INTERRUPTED : ExitCode.FAILED;
                return;
            }
            int share = Math.max(1, Runtime.getRuntime().availableProcessors() / jobs);
            runs.add(jobs == 1 ? begun.get() : begun.get().onLearners(share));
        }
        results.plan(runs);
        planned += runs.size();
        if (round > 1 || runs.stream().anyMatch(SweepRun::pauses)) {
            progress.println("round " + round + ": " + text(runs));
        }
        new GridRunner<SweepRun, Ended>(
                        jobs,
                        run -> run.finished(journal, target).map(outcome -> new Ended(outcome, ExitCode.OK)),
                        () -> worst != ExitCode.INTERRUPTED && !interruption.happened())
                .run(runs, this::train, done -> {
                    worst = Math.max(worst, ended(done.cell(), done.before(), done.result()));
                    report.write(folder);
                });
        if (interruption.happened()) {
            worst = ExitCode.INTERRUPTED;
        }
    }

    /** Returns a text such as {@code 6 candidates to 3,000 timesteps, 9 to 1,000}. */
    private String text(List<SweepRun> runs) {
        Map<Long, Long> counts = runs.stream()
                .collect(Collectors.groupingBy(SweepRun::timesteps, LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(e -> Numbers.count(e.getValue() / schedule.seeds().size(), "candidate")
                        + Numbers.text(" to %,d timesteps", e.getKey()))
                .collect(Collectors.joining(", "));
    }

    /** Result of a run on a job's thread, and its exit code. */
    private record Ended(RunOutcome outcome, int code) {}

    private int ended(SweepRun run, boolean before, Ended end) {
        RunOutcome outcome = end.outcome();
        if (run.isBegun()) {
            RunReader files = RunReader.open(run.folder());
            if (!before || files.summary().isPresent()) { // else a later rung is under way
                files.changes("config.yaml", "metrics.jsonl", "evaluations.csv")
                        .forEach(change -> ErrorOutput.printWarning(sessions.err(), change));
            }
        }
        results.add(run, outcome);
        if (!before) {
            journal.ended(run, outcome);
        }
        ended++;
        progress.println(Numbers.text(
                "[%d/%d] %s: %s%s", ended, planned, run.name(), before ? "done before, " : "", text(outcome)));
        return outcome.state() == RunState.STOPPED
                ? ExitCode.INTERRUPTED
                : end.code(); // a signal, perhaps another than Ctrl-C
    }

    /** Trains a run on a job's thread. */
    private Ended train(SweepRun run) {
        int code = code(run);
        return new Ended(run.outcome(target), code);
    }

    private int code(SweepRun run) {
        try {
            Violations violations = new Violations();
            run.check(violations); // only now: runs of a later rung were not checked before
            violations.throwIfAny();
            TrainSession session =
                    sessions.of(run.run()).pausingAfter(run.until()).in(progress, run.name());
            int code = Files.exists(run.folder()) ? continueRun(run, session) : session.train(sessions.commandLine());
            return interruption.happened() ? ExitCode.INTERRUPTED : code == ExitCode.OK ? ExitCode.OK : ExitCode.FAILED;
        } catch (ConfigurationException e) { // only the trainer detects it
            ErrorOutput.printMistakes(sessions.err(), e);
            return ExitCode.FAILED;
        }
    }

    /** Continues a run from its newest checkpoint, or from the beginning where it has none. */
    private int continueRun(SweepRun run, TrainSession session) {
        OptionalInt code = resume(run, session);
        if (code.isPresent()) {
            return code.getAsInt();
        }
        Path aside = RunFolders.moveAside(run.folder());
        progress.println(run.name() + " was begun and begins again: its files are now in " + aside);
        if (run.candidate().fork() == null) {
            return session.train(sessions.commandLine());
        }
        return run.forked(List.of(), sessions).isPresent()
                ? resume(run, session).orElse(ExitCode.FAILED)
                : ExitCode.FAILED;
    }

    /** Continues a run from its newest checkpoint; empty where it has none before the end of its rung. */
    private OptionalInt resume(SweepRun run, TrainSession session) {
        Optional<PausedRun> begun = !run.isBegun() // killed before it had a file of settings
                ? Optional.empty()
                : PausedRun.open(
                        run.run(),
                        run.folder(),
                        why -> ErrorOutput.printWarning(sessions.err(), run.name() + ": " + why));
        if (begun.isPresent()) {
            try (PausedRun cutOff = begun.get()) {
                if (cutOff.intervals() <= run.until()) {
                    progress.println(run.name() + " resumes after " + Numbers.count(cutOff.intervals(), "interval"));
                    return OptionalInt.of(cutOff.train(session, sessions.commandLine()));
                }
            }
        }
        return OptionalInt.empty();
    }

    private static String text(RunOutcome o) {
        String steps =
                Numbers.text("%,d steps in %.1f s, %,.0f steps/s", o.timesteps(), o.wallSeconds(), o.stepsPerSecond());
        return switch (o.state()) {
            case FINISHED ->
                "return " + Numbers.ofReturn(o.meanReturn100(), 2)
                        + (Double.isNaN(o.finalMetric())
                                ? ""
                                : ", final metric " + Numbers.ofReturn(o.finalMetric(), 2))
                        + ", " + steps;
            case STOPPED -> o.timesteps() == 0 ? "stopped before an interval was complete" : "stopped after " + steps;
            case FAILED, UNFINISHED -> "failed";
        };
    }
}
