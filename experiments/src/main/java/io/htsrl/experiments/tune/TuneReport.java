package io.htsrl.experiments.tune;

import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.experiments.tune.Profiler.Profile;
import io.htsrl.experiments.tune.RoleCosts.StepCost;
import io.htsrl.experiments.tune.ThroughputModel.Forecast;
import io.htsrl.experiments.tune.ThroughputModel.Workload;
import io.htsrl.experiments.tune.Tuning.Trial;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Prints the result of {@code hts tune} as sentences and a table. One thread. */
record TuneReport(PrintWriter out) {
    private static final double LOADED = 0.85;

    /** Prints the whole result. */
    void print(Tuning.Outcome outcome) {
        out.println();
        costs(outcome.profile());
        out.println();
        out.println(Numbers.text(
                "The best of %,d thread settings, none of which changes a bit of the run:", outcome.settings()));
        table(outcome.measured(), outcome.best());
        if (!outcome.free().isEmpty()) {
            out.println();
            out.println("With settings that change the bits, and so what is learnt: a step may then teach less.");
            table(outcome.free(), outcome.best());
        }
        out.println();
        Forecast best = outcome.best().trial().forecast();
        out.println("bottleneck: " + bottleneck(best));
        out.println("faster with: " + lift(best, outcome.load()));
        if (outcome.profile().share() < LOADED) {
            out.println(Numbers.text(
                    "note: the learner got %.0f %% of the processor time that it wanted: other programs have the rest; "
                            + "tune again when they are done",
                    100 * outcome.profile().share()));
        }
        out.flush();
    }

    private void costs(Profile profile) {
        RoleCosts costs = profile.costs();
        TextTable table = new TextTable();
        table.row("a step takes", time(costs.step().wall()), step(costs.step()));
        table.row(
                "a forward takes",
                joined(profile.forward().values(), TuneReport::time),
                "of " + joined(profile.forward().keySet(), states -> Numbers.text("%.0f", states)) + " states");
        table.row(
                "an update takes",
                joined(costs.learner().seconds().values(), TuneReport::time),
                "by " + joined(costs.learner().seconds().keySet(), String::valueOf)
                        + " threads, digest and report included");
        List<WaitMode> modes = List.of(WaitMode.values());
        table.row(
                "a hand-over takes",
                joined(modes, mode -> time(costs.handOvers().get(mode).latency())),
                joined(modes, WaitMode::toString));
        table.row("a swap takes", time(costs.swap()), "barrier and all else that is nobody's work");
        table.print(out);
    }

    private static <T> String joined(Collection<T> values, Function<T, String> text) {
        return values.stream().map(text).collect(Collectors.joining(", "));
    }

    private static String step(StepCost step) {
        String where = step.elsewhere()
                ? "in " + step.processes() + " processes of its own"
                : step.blocks() ? Numbers.text("of which %s on a core", time(step.processor())) : "on a core";
        return Numbers.text("%s, standard deviation %.0f %%", where, 100 * step.deviation());
    }

    private void table(List<Trial.Measured> trials, Trial.Measured best) {
        TextTable table = new TextTable();
        List<String> head = new ArrayList<>();
        TunedSettings.KEYS.forEach(key -> head.add(key.toUpperCase(Locale.ROOT)));
        head.addAll(List.of("PREDICTED/S", "MEASURED/S", "OFF BY", ""));
        table.row(head.toArray(String[]::new));
        for (Trial.Measured measured : trials) {
            List<String> row = new ArrayList<>(measured.trial().settings().values());
            double predicted = measured.trial().forecast().stepsPerSecond();
            row.add(Numbers.text("%,.0f", predicted));
            row.add(Numbers.text("%,.0f", measured.stepsPerSecond()));
            row.add(Numbers.text("%+.0f %%", 100 * (predicted / measured.stepsPerSecond() - 1)));
            row.add(remark(measured, best));
            table.row(row.toArray(String[]::new));
        }
        table.print(out);
    }

    private static String remark(Trial.Measured measured, Trial.Measured best) {
        List<String> remarks = new ArrayList<>();
        if (!measured.trial().changes().isEmpty()) {
            remarks.add(changes(measured.trial().changes()).strip());
        }
        if (measured.equals(best)) {
            remarks.add("chosen");
        }
        if (measured.trial().isDefault()) {
            remarks.add("what hts train takes");
        }
        return String.join(", ", remarks);
    }

    /** Formats a time, such as {@code 3.21 us}. */
    static String time(double seconds) {
        double micros = seconds * 1e6;
        return micros < 100
                ? Numbers.text("%.2f us", micros)
                : micros < 1e5 ? Numbers.text("%.2f ms", micros / 1e3) : Numbers.text("%.2f s", micros / 1e6);
    }

    /** Names the role that limits the run's speed. */
    private static String bottleneck(Forecast forecast) {
        String share = Numbers.text(
                "an interval of %s has %s of collecting, %s of learning by the learner alone, %s of work for each core",
                time(forecast.interval()), time(forecast.rollout()), time(forecast.learner()), time(forecast.cores()));
        return switch (forecast.bottleneck()) {
                    case STEPS -> "the environments, whose steps are waited for";
                    case EXECUTORS -> "the executors, who compute the environments' steps";
                    case ACTORS -> "the policy's forwards";
                    case HAND_OVERS -> "the hand-overs between threads";
                    case LEARNER -> "the learner";
                    case CORES -> "the cores: all of them are busy";
                }
                + " (" + share + ")";
    }

    /** Explains how to raise that limit. */
    private static String lift(Forecast forecast, Workload load) {
        return switch (forecast.bottleneck()) {
            case STEPS ->
                load.schedule().lockstep()
                        ? "--schedule hts, which waits for the slowest once an interval and not at each step; a longer "
                                + "--sync-interval; more environments (these change the bits)"
                        : "a longer --sync-interval, so that slow steps even out; more environments (these change the bits)";
            case EXECUTORS -> "more cores, one for each executor, or a faster environment";
            case ACTORS -> "a smaller network, more environments for each batch (these change the bits), or more cores";
            case HAND_OVERS -> "more environments (which changes the bits), whose states travel together";
            case LEARNER ->
                "a smaller network, fewer passes over each interval or larger minibatches (these change the "
                        + "bits), more cores for --learners, or for large networks a GPU (--backend nd4j)";
            case CORES ->
                "more cores, or less work: a smaller network, fewer passes over each interval (these change "
                        + "the bits), a GPU for large networks (--backend nd4j)";
        };
    }

    /** Formats changes, such as {@code --num-envs 32 }, with a blank after each; empty where none exist. */
    static String changes(Map<String, String> changes) {
        return new TreeMap<>(changes)
                .entrySet().stream()
                        .map(change -> "--" + change.getKey() + " " + change.getValue() + " ")
                        .collect(Collectors.joining());
    }
}
