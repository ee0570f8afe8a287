package io.htsrl.experiments;

import io.htsrl.cli.signals.SharedInterruption;
import io.htsrl.experiments.Row.Grid;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;

/**
 * An experiment that measures throughput and final return over the values of one setting, as in the paper's tables. One
 * thread.
 */
abstract class AxisExperiment extends TrainingGridCommand {
    private static final String SPEED = "steps_per_s";
    private static final String RETURN = "return";
    private static final Map<String, String> TITLES =
            Map.of(SPEED, "Throughput", RETURN, "Return at the end of training");

    private final String flag;
    private final String axis;
    private final boolean keepsBits;
    private final OptionSpec values;

    /**
     * Declares the axis.
     *
     * @param flag the flag of {@code hts train} that varies
     * @param listFlag the flag that lists its values
     * @param keepsBits whether the setting never changes a bit, so that digests are compared
     */
    AxisExperiment(String flag, String listFlag, String defaultValues, String description, boolean keepsBits) {
        super("CartPole-v1", "hts");
        this.flag = flag;
        this.axis = flag.substring(2).replace('-', '_');
        this.keepsBits = keepsBits;
        this.values = list(listFlag, flag, defaultValues, description);
    }

    @Override
    Grid over(Grid grid, ListSettings settings) {
        return grid.over(
                axis,
                settings.texts(values).stream()
                        .map(value -> settings.integer(values.longestName(), value, 0))
                        .toList());
    }

    @Override
    List<String> flags(Row cell) {
        List<String> flags = super.flags(cell);
        flags.addAll(cell.flags(axis));
        return flags;
    }

    @Override
    Row measure(Row cell, TrainFlags flags, Path folder, SharedInterruption interruption) throws Exception {
        RunConfig config = flags.config(flags(cell));
        MeasuredRun run = MeasuredRun.of(config, interruption);
        return Row.EMPTY
                .with("steps_per_s", run.result().secondHalfSps(), 1)
                .with("final_return", run.result().meanReturn100(), 2)
                .with("intervals", config.intervals(), 0)
                .with("digest", config.unpromised().isEmpty() ? run.result().digest() : "");
    }

    @Override
    List<String> shown() {
        return List.of("steps_per_s", "return", "final_return", "bits", "seeds", "intervals");
    }

    @Override
    void report(List<Row> rows, Report report) throws IOException {
        List<String> settings = withoutSeed();
        List<Row> means = rows.stream()
                .map(row -> row.only(settings))
                .distinct()
                .map(group -> mean(group, rows))
                .toList();
        report.table(means, settings, shown());
        for (String value : List.of(SPEED, RETURN)) {
            report.picture(
                    value,
                    new ExperimentChart(report.title(TITLES.get(value)), axis, value).over(means, settings, value, ""));
        }
    }

    /** Returns the columns of the settings, except the seed. */
    private List<String> withoutSeed() {
        return axes().stream().filter(column -> !column.equals("seed")).toList();
    }

    private Row mean(Row group, List<Row> rows) {
        List<Row> seeds = rows.stream()
                .filter(row -> row.only(group.columns()).equals(group))
                .toList();
        Row mean = group.with("steps_per_s", Sample.median(Row.numbers(seeds, "steps_per_s")), 1)
                .withMean("return", Row.numbers(seeds, "final_return"))
                .with("seeds", seeds.size(), 0)
                .with("intervals", seeds.get(0).text("intervals"));
        return keepsBits ? mean.with("bits", bits(group, seeds, rows)) : mean;
    }

    @Override
    Optional<String> broken(List<Row> rows) {
        boolean differ = keepsBits
                && rows.stream()
                        .anyMatch(row -> bits(row.only(withoutSeed()), List.of(row), rows)
                                .equals("differ"));
        return differ
                ? Optional.of("digests differ over " + flag + ": 'hts verify' finds out where")
                : Optional.empty();
    }

    /** Returns whether the digests equal those of the same seeds at every other value of the axis. */
    private String bits(Row group, List<Row> seeds, List<Row> rows) {
        List<String> others =
                group.columns().stream().filter(column -> !column.equals(axis)).toList();
        if (seeds.get(0).text("digest").isEmpty()) {
            return "";
        }
        boolean equal = seeds.stream()
                .allMatch(seed -> rows.stream()
                        .filter(row -> row.only(others).equals(group.only(others)))
                        .filter(row -> row.text("seed").equals(seed.text("seed")))
                        .allMatch(row -> row.text("digest").equals(seed.text("digest"))));
        return equal ? "equal" : "differ";
    }

    /** {@code hts experiment actors}: the paper's Table 4. One thread. */
    @Command(
            name = "actors",
            customSynopsis = "hts experiment actors [lists] [--total-timesteps N] [--out DIR] [flags of hts train]",
            header = "Throughput and episode return over the number of actors (Table 4 of the paper).",
            description = "Returns and digests are the same for every number of actors; the table says so.",
            footer = "  hts experiment actors --actors 0,1,4,16 --step-time exponential:1ms --seeds 1-5")
    static final class Actors extends AxisExperiment {
        Actors() {
            super("--actors", "--actors", "1,4,8,16", "Actors", true);
        }
    }

    /** {@code hts experiment sync-interval}: the paper's Table 5. One thread. */
    @Command(
            name = "sync-interval",
            customSynopsis =
                    "hts experiment sync-interval [lists] [--total-timesteps N] [--out DIR] [flags of hts train]",
            header = "Throughput and episode return over the sync interval (Table 5 of the paper).",
            description = "A longer interval waits less, and learns less often.",
            footer = "  hts experiment sync-interval --sync-intervals 16,128 --step-time exponential:1ms --seeds 1-5")
    static final class SyncInterval extends AxisExperiment {
        SyncInterval() {
            super(
                    "--sync-interval",
                    "--sync-intervals",
                    "4,16,64,128,256,512",
                    "Steps per environment and update",
                    false);
        }

        @Override
        Map<String, String> setByCells() {
            Map<String, String> instead = super.setByCells();
            instead.put("--num-steps", "give --sync-intervals");
            return instead;
        }
    }
}
