package io.htsrl.determinism.commands;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.rundir.DigestReader;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.signals.Interruption;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Trains a recorded run again up to one interval, and prints that. One thread, one run. */
final class ReliveSession implements TrainingListener {
    private final RunReader run;
    private final RunConfig config;
    private final RelivedInterval relived;
    private final PrintWriter facts;
    private final PrintWriter err;
    private final RunControl control = new RunControl();
    private TrainingFailedException failure; // null where learning did not fail
    private boolean proved;

    /** @param facts receives everything but the steps */
    ReliveSession(RunReader run, RunConfig config, RelivedInterval relived, PrintWriter facts, PrintWriter err) {
        this.run = run;
        this.config = config;
        this.relived = relived;
        this.facts = facts;
        this.err = err;
    }

    @Override
    public void onWarning(String message) {
        ErrorOutput.printWarning(err, message);
    }

    /**
     * Trains from a checkpoint, or from the start if it is null, and prints the interval.
     *
     * @param runner trains it, or its parts where it has forks
     * @param steps receives the steps of an interval that was reached
     * @return the exit code
     */
    int run(CheckpointFile from, TrainingRunner runner, Runnable steps) throws InterruptedException {
        facts.println(Numbers.text(
                "%s on %s, seed %d, %s: interval %,d, from %s",
                config.algorithm().algorithm(),
                config.env(),
                config.seed(),
                run.folder(),
                relived.interval(),
                from == null
                        ? "the start"
                        : "the checkpoint after " + Numbers.count(CheckpointFolder.interval(from.path()), "interval")));
        facts.flush();
        try (Interruption interruption = new Interruption(control, err).install();
                DigestReader digests = run.digests()) {
            RecordedChain chain = new RecordedChain(
                    digests::next,
                    Optional.empty(),
                    relived.interval() + 1,
                    control,
                    new PrintWriter(Writer.nullWriter()));
            train(from, runner, chain);
            return interruption.code(print(chain, steps, interruption.happened()));
        }
    }

    private void train(CheckpointFile from, TrainingRunner runner, RecordedChain chain) throws InterruptedException {
        // another folder than the checkpoint's, so that none of those is deleted
        CheckpointPlan plan = CheckpointPlan.of(run.folder(), 0, 1, from);
        try {
            runner.run(
                    config,
                    Attachments.none()
                            .with(control)
                            .with(this)
                            .with((TrainingListener) relived)
                            .with(chain)
                            .with((Components) relived)
                            .with(plan));
        } catch (TrainingFailedException e) {
            failure = e;
        }
    }

    private int print(RecordedChain chain, Runnable steps, boolean interrupted) {
        chain.difference().ifPresent(facts::println);
        if (relived.steps() != null) {
            proved = chain.difference().isEmpty() && chain.proved(relived.interval());
            facts.println(
                    chain.difference().isPresent()
                            ? "so what follows is not what happened"
                            : proved ? "its digest is the recorded one" : "its digest was not recorded");
            steps.run();
            printMetrics();
        }
        if (failure != null) {
            ErrorOutput.printFailure(err, failure.getMessage(), failure.getCause());
        }
        if (relived.steps() == null && !interrupted) {
            facts.println("the run ended before this interval was complete: show an earlier one");
        }
        facts.flush();
        if (failure != null) {
            return ExitCode.FAILED;
        }
        return relived.steps() == null && interrupted
                ? ExitCode.INTERRUPTED
                : chain.difference().isPresent() ? ExitCode.DIFFERENT : ExitCode.OK;
    }

    /** Returns the interval's report, and the metrics of the update that learnt from its steps, as JSON. */
    String summary() {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("interval", relived.interval());
        summary.put("digest_as_recorded", proved);
        if (relived.report() != null) {
            summary.put("timesteps", relived.report().timesteps());
            summary.put("mean_return_100", relived.report().meanReturn100());
            summary.put("digest", relived.report().digest());
            summary.put("learnt_during", relived.report().losses());
        }
        summary.put("learnt_from", relived.learnt());
        return ReliveTable.line(summary);
    }

    /** Prints the metrics: where learning overlaps the rollouts, those in metrics.jsonl are of the steps before. */
    private void printMetrics() {
        IntervalReport report = relived.report();
        Map<String, Double> during = report == null ? Map.of() : report.losses();
        TreeSet<String> names = new TreeSet<>(during.keySet());
        names.addAll(relived.learnt().keySet());
        if (report != null) {
            facts.println(Numbers.text(
                    "%,d steps and %,d episodes so far, mean return %s",
                    report.timesteps(), report.episodes(), Numbers.ofReturn(report.meanReturn100(), 2)));
        }
        TextTable table = new TextTable();
        table.row("learned", "in this interval (as in metrics.jsonl)", "from its steps");
        names.forEach(name -> table.row(
                "  " + name, digits(during.get(name)), digits(relived.learnt().get(name))));
        table.print(facts);
    }

    private static String digits(Double metric) {
        return metric == null ? "-" : ReliveTable.digits(metric);
    }
}
