package io.htsrl.determinism.commands;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.checkpoints.ParameterTensors;
import io.htsrl.cli.rundir.JsonLine;
import io.htsrl.cli.rundir.MetricsReader;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.determinism.verify.Difference;
import io.htsrl.determinism.verify.Field;
import io.htsrl.determinism.verify.FirstDifference;
import io.htsrl.determinism.verify.RecordedInterval;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.IntervalObserver;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Localizes the first difference from a recorded run as far as its files allow: a digest covers an interval's steps,
 * parameters and learner's state as one. Compares the run with each recorded checkpoint, at the interval after which it
 * was taken, until one differs; a damaged one is left out. On the learner's thread; prints on the run's, afterwards.
 */
final class RecordedDifference implements IntervalObserver {
    /** Name of the bank's part of a checkpoint. */
    private static final String BANK = "bank";

    private final RunReader run;
    private final RunConfig config;
    private final PrintWriter out;
    private final PrintWriter err;
    private final NavigableMap<Long, Path> checkpoints = new TreeMap<>(); // by the last interval before it
    private final BankShape shape; // null without checkpoints
    private Difference found; // from the first checkpoint that differs

    /** Lists the checkpoints; opens none. */
    RecordedDifference(RunReader run, RunConfig config, PrintWriter out, PrintWriter err) {
        this.run = run;
        this.config = config;
        this.out = out;
        this.err = err;
        RunFolders.checkpoints(run.folder())
                .list()
                .forEach(file -> checkpoints.put(CheckpointFolder.interval(file) - 1, file));
        this.shape = checkpoints.isEmpty() ? null : config.ask(made -> config.bankShape(made.spec()));
    }

    /** Returns the first interval from {@code interval} on that a checkpoint follows, or {@code interval}. */
    long next(long interval) {
        long reach = run.number("checkpoint-every", 0);
        Long next = checkpoints.ceilingKey(interval);
        return next != null && next - interval <= reach ? next : interval;
    }

    @Override
    public void onInterval(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
        Path file = checkpoints.get(interval);
        if (file == null || found != null) {
            return;
        }
        try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
            StorageBank there = new StorageBank(shape);
            checkpoint.restore(BANK, there.layout(), there::restore);
            float[] theirs = ParameterTensors.read(checkpoint, "", config.tensors());
            found = FirstDifference.of( // the learner's further state is there in another form
                            new RecordedInterval(interval, there, theirs, Map.of()),
                            new RecordedInterval(interval, bank, parameters, Map.of()),
                            config)
                    .orElse(null);
        } catch (CheckpointException e) {
            checkpoints.remove(interval);
            ErrorOutput.printWarning(err, e.getMessage());
        }
    }

    /**
     * Prints the field, as far as it is known.
     *
     * @param here the intervals of which one differs first, in order
     */
    void print(List<IntervalReport> here) {
        printMetrics(here);
        long interval = here.get(here.size() - 1).interval();
        if (here.size() > 1 || !checkpoints.containsKey(interval)) {
            out.println("no checkpoint was taken right after it, so the first field that differs is not recorded");
            if (found != null) {
                out.println("the next checkpoint differs, perhaps in consequence: " + found);
            }
        } else if (found != null && found.interval() == interval) {
            out.println("first difference: " + found + System.lineSeparator() + "  "
                    + found.field().hint());
        } else {
            print(Field.LEARNER);
        }
    }

    /** Warns of a checkpoint that differs where the digests are equal: it is not of the recorded run. */
    void warnOfForeign(long equalIntervals) {
        if (found != null && found.interval() < equalIntervals) {
            ErrorOutput.printWarning(err, "a checkpoint is of another run than digests.jsonl: " + found);
            found = null;
        }
    }

    /** Prints the field of a difference in the learning after the last interval, where the run recorded its result. */
    void printLearning(String parameterDigest) {
        run.summary()
                .map(summary -> summary.path("parameter_digest").asText())
                .ifPresent(digest -> print(digest.equals(parameterDigest) ? Field.LEARNER : Field.PARAMETER));
    }

    /** Prints a field of which no checkpoint has the values. */
    private void print(Field field) {
        out.println("first difference: " + field.words() + System.lineSeparator() + "  " + field.hint());
    }

    /** Prints the metrics that differ in the first recorded one of these intervals. */
    private void printMetrics(List<IntervalReport> here) {
        long first = here.get(0).interval();
        try (MetricsReader metrics = run.metricsReader()) {
            JsonNode line = metrics.next();
            while (line != null && line.path("interval").asLong() < first) {
                line = metrics.next();
            }
            long at = line == null ? here.size() : line.path("interval").asLong() - first;
            if (at < here.size()) {
                ManifestDiff.print(out, "  recorded metrics that differ", metrics(line, here.get((int) at)));
            }
        } catch (ConfigurationException e) {
            ErrorOutput.printWarning(err, e.getMessage());
        }
    }

    private static List<RunDiff.Difference> metrics(JsonNode line, IntervalReport report) {
        Map<String, Double> here = new HashMap<>(report.losses());
        here.put("episodes", (double) report.episodes());
        here.put("mean_return_100", report.meanReturn100());
        return line.properties().stream()
                .filter(metric ->
                        here.containsKey(metric.getKey()) && !metric.getKey().contains("second")) // no times
                .map(metric -> new RunDiff.Difference(
                        metric.getKey(),
                        JsonLine.decimal(metric.getValue().asDouble(Double.NaN)),
                        JsonLine.decimal(here.get(metric.getKey()))))
                .filter(metric -> !metric.a().equals(metric.b()))
                .toList();
    }
}
