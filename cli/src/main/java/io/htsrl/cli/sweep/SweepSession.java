package io.htsrl.cli.sweep;

import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.rundir.RunState;
import io.htsrl.cli.rundir.files.RunDirectoryException;
import io.htsrl.cli.terminal.Errors;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.train.TrainSession;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The runs of a sweep, one after another; what fails is told, and the others go on. One thread. */
final class SweepSession {
    private final Path folder;
    private final List<SweepRun> runs;
    private final double target;
    private final TrainingRunner runner;
    private final PrintWriter out;
    private final PrintWriter err;
    private final SweepReport report;

    /**
     * @param target mean return to be reached; NaN for none
     * @param out    hears of each run, and gets the table
     */
    SweepSession(
            Path folder, List<SweepRun> runs, double target, TrainingRunner runner, PrintWriter out, PrintWriter err) {
        this.folder = folder;
        this.runs = runs;
        this.target = target;
        this.runner = runner;
        this.out = out;
        this.err = err;
        this.report = new SweepReport(runs, target);
    }

    /** Runs what is not finished yet, and returns the exit code. */
    int run(List<String> commandLine) {
        int worst = ExitCode.OK;
        try {
            for (int i = 0; i < runs.size() && worst != ExitCode.INTERRUPTED; i++) {
                worst = Math.max(worst, run(i, commandLine));
                report.write(folder);
            }
        } catch (RunDirectoryException e) { // the sweep's own files: nothing after it can be kept either
            Errors.printPlain(err, e.getMessage());
            worst = Math.max(worst, ExitCode.FAILED);
        }
        out.println();
        report.print(out);
        return worst;
    }

    private int run(int index, List<String> commandLine) {
        SweepRun run = runs.get(index);
        boolean before = run.isFinished();
        int code = before ? ExitCode.OK : train(run, commandLine);
        RunOutcome outcome = run.isBegun() ? RunOutcome.read(run.folder(), target) : RunOutcome.failed();
        report.add(run, outcome);
        out.printf(
                Locale.ROOT,
                "[%d/%d] %s: %s%s%n",
                index + 1,
                runs.size(),
                run.name(),
                before ? "done before, " : "",
                text(outcome));
        out.flush();
        return outcome.state() == RunState.STOPPED
                ? ExitCode.INTERRUPTED
                : code; // a signal, perhaps another than Ctrl-C
    }

    private int train(SweepRun run, List<String> commandLine) {
        try {
            if (run.isBegun()) {
                Path aside = RunFolders.moveAside(run.folder());
                out.println(run.name() + " was begun and not finished: its files are now in " + aside);
            }
            TrainSession session = new TrainSession(run.run(), runner, out, err);
            int code = session.train(commandLine);
            return session.interrupted() ? ExitCode.INTERRUPTED : code == ExitCode.OK ? ExitCode.OK : ExitCode.FAILED;
        } catch (ConfigurationException e) { // found out by the trainer alone
            Errors.printMistakes(err, e);
            return ExitCode.FAILED;
        }
    }

    private static String text(RunOutcome o) {
        String steps = String.format(
                Locale.ROOT, "%,d steps in %.1f s, %,.0f steps/s", o.timesteps(), o.wallSeconds(), o.stepsPerSecond());
        return switch (o.state()) {
            case FINISHED ->
                "return " + Numbers.decimal(o.meanReturn100(), 2)
                        + (Double.isNaN(o.finalMetric()) ? "" : ", final metric " + Numbers.decimal(o.finalMetric(), 2))
                        + ", " + steps;
            case STOPPED -> "stopped after " + steps;
            case FAILED, UNFINISHED -> "failed";
        };
    }
}
