package io.htsrl.experiments.tune;

import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.experiments.tune.Candidates.Candidate;
import io.htsrl.experiments.tune.FreeSettings.Size;
import io.htsrl.experiments.tune.Profiler.Profile;
import io.htsrl.experiments.tune.ThroughputModel.Forecast;
import io.htsrl.experiments.tune.ThroughputModel.Workload;
import io.htsrl.experiments.tune.Tuning.Trial.Measured;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the best thread settings of one run: profiles it, predicts all settings, and measures the best. One thread. */
public final class Tuning {
    /** Number of timesteps that no measurement reaches. */
    static final long ENDLESS = 1L << 40;

    private static final int BEST = 3;
    private static final double NEAR = 0.9;
    private static final double LONG = 4;

    private final RunConfig config;
    private final Workload load;
    private final UnaryOperator<TunedSettings> kept;
    private final MeasuringTimes times;
    private final Consumer<String> progress;

    /**
     * Prepares the tuning of a run.
     *
     * @param kept replaces settings by the values that must be kept
     * @param progress receives a line about each phase
     */
    Tuning(RunConfig config, UnaryOperator<TunedSettings> kept, MeasuringTimes times, Consumer<String> progress) {
        this.config = config.lasting(ENDLESS);
        this.load = Workload.of(config.pipeline(), Runtime.getRuntime().availableProcessors());
        this.kept = kept;
        this.times = times;
        this.progress = progress;
    }

    /**
     * The result of tuning.
     *
     * @param settings number of predicted settings without changed bits
     * @param measured measured runs without changed bits, the fastest first
     * @param free runs with settings that change the bits, the fastest first; empty where they were not wanted
     */
    record Outcome(Workload load, Profile profile, int settings, List<Measured> measured, List<Measured> free) {
        /** Returns the fastest measured run. */
        Measured best() {
            return Stream.concat(measured.stream(), free.stream())
                    .max(Comparator.comparingDouble(Measured::stepsPerSecond))
                    .orElseThrow();
        }
    }

    /** @param free settings that change bits and may be changed too; null for none */
    Outcome run(FreeSettings free) throws TrainingFailedException, InterruptedException {
        progress.accept("measuring what steps, forwards, updates and hand-overs cost ...");
        Profiler profiler = new Profiler(config, load, times);
        Profile profile = profiler.measure();
        List<Candidate> ranked = ranked(config, load, profile.costs());
        List<Trial> trials = new ArrayList<>(trials(ranked, profile.costs()));
        int own = trials.size();
        if (free != null) {
            trials.addAll(variants(free, profile, profiler));
        }
        List<Measured> measured = measured(trials);
        return new Outcome(
                load,
                profile,
                ranked.size(),
                refined(fastestFirst(measured.subList(0, own)), new ThroughputModel(load, profile.costs())),
                fastestFirst(measured.subList(own, measured.size())));
    }

    private List<Candidate> ranked(RunConfig run, Workload of, RoleCosts costs) {
        List<TunedSettings> all = Candidates.all(of, run.pipeline().backend() == Backend.JVM).stream()
                .map(kept)
                .distinct()
                .toList();
        return Candidates.ranked(all, new ThroughputModel(of, costs));
    }

    /** Returns the best settings without changed bits, and the defaults. */
    private List<Trial> trials(List<Candidate> ranked, RoleCosts costs) {
        Map<TunedSettings, Trial> trials = new LinkedHashMap<>();
        for (Candidate candidate : Candidates.best(ranked, BEST)) {
            trials.put(candidate.settings(), new Trial(Map.of(), config, candidate.settings(), candidate.forecast()));
        }
        trials.computeIfAbsent(
                TunedSettings.of(config.pipeline()),
                settings -> new Trial(Map.of(), config, settings, new ThroughputModel(load, costs).of(settings)));
        return List.copyOf(trials.values());
    }

    /**
     * Returns the best runs with settings that change the bits: longer and shorter intervals, more environments, and
     * larger minibatches where the algorithm has them. The cost of an update is proportional to its interval, and
     * measured for minibatches.
     */
    private List<Trial> variants(FreeSettings free, Profile profile, Profiler profiler)
            throws TrainingFailedException, InterruptedException {
        RoleCosts costs = profile.costs();
        List<Trial> variants = new ArrayList<>();
        for (Map<String, String> batches : free.minibatches()) {
            Optional<RunConfig> run = free.run(batches);
            if (run.isEmpty()) {
                continue;
            }
            double factor = batches.isEmpty()
                    ? 1
                    : profiler.learnerSeconds(run.get()) / costs.learner().by(1);
            for (Size size : free.sizes(batches, load.environments(), load.syncInterval())) {
                free.run(size.changes()).ifPresent(made -> {
                    RoleCosts larger = new RoleCosts(
                            costs.step(),
                            costs.forward(),
                            costs.learner().times(size.times() * factor),
                            costs.handOvers(),
                            costs.swap());
                    Candidate best = ranked(made, Workload.of(made.pipeline(), load.cores()), larger)
                            .get(0);
                    variants.add(new Trial(size.changes(), made, best.settings(), best.forecast()));
                });
            }
        }
        variants.sort(Comparator.comparingDouble(trial -> -trial.forecast().stepsPerSecond()));
        return variants.subList(0, Math.min(BEST, variants.size()));
    }

    /** Also measures the best setting with other wait modes, which the model predicts worst. */
    private List<Measured> refined(List<Measured> fastest, ThroughputModel model)
            throws TrainingFailedException, InterruptedException {
        Trial winner = fastest.get(0).trial();
        Set<TunedSettings> known =
                fastest.stream().map(each -> each.trial().settings()).collect(Collectors.toSet());
        List<Trial> others = new ArrayList<>();
        for (WaitMode mode : WaitMode.values()) {
            TunedSettings settings = kept.apply(winner.settings().with(mode));
            Forecast forecast = model.of(settings);
            if (forecast.stepsPerSecond() > NEAR * winner.forecast().stepsPerSecond() && known.add(settings)) {
                others.add(new Trial(Map.of(), config, settings, forecast));
            }
        }
        List<Measured> all = new ArrayList<>(fastest);
        all.addAll(measured(others));
        return fastestFirst(all);
    }

    /** Measures trials in turns, so that other load of the machine affects all of them; long runs take one turn. */
    private List<Measured> measured(List<Trial> trials) throws TrainingFailedException, InterruptedException {
        double[] rates = new double[trials.size()];
        int rounds = 0;
        double each = 0; // seconds of a run
        while (rounds < times.rounds() && each < LONG) {
            long begun = System.nanoTime();
            for (int i = 0; i < rates.length; i++) {
                Trial trial = trials.get(i);
                progress.accept("measuring " + TuneReport.changes(trial.changes()) + trial.settings() + " ...");
                rates[i] += TimedRun.of(trial.config(), trial.settings(), times.candidate())
                        .stepsPerSecond();
            }
            rounds++;
            each = (System.nanoTime() - begun) / 1e9 / Math.max(1, rates.length);
        }
        List<Measured> measured = new ArrayList<>();
        for (int i = 0; i < rates.length; i++) {
            measured.add(new Measured(trials.get(i), rates[i] / rounds));
        }
        return measured;
    }

    private static List<Measured> fastestFirst(List<Measured> measured) {
        return measured.stream()
                .sorted(Comparator.comparingDouble(m -> -m.stepsPerSecond()))
                .toList();
    }

    /**
     * A setting that may be the best. Immutable.
     *
     * @param changes settings that change the bits, by key; empty for none
     * @param config the run that is measured
     * @param settings its thread settings
     * @param forecast its forecast
     */
    record Trial(Map<String, String> changes, RunConfig config, TunedSettings settings, Forecast forecast) {

        /** Returns whether {@code hts train} would choose the same settings. */
        boolean isDefault() {
            return changes.isEmpty() && settings.equals(TunedSettings.of(config.pipeline()));
        }

        /** A trial with its measured speed. */
        record Measured(Trial trial, double stepsPerSecond) {}
    }

    /**
     * Durations of the measurements. Immutable.
     *
     * @param warmUp warm-up before all measurements, for compilation
     * @param profile window of a run that measures costs of roles
     * @param handOver window of a run that measures hand-overs
     * @param steps seconds for single steps
     * @param candidate window of a run of a candidate
     * @param rounds number of rounds in which candidates take turns
     */
    public record MeasuringTimes(
            WarmUp warmUp,
            TimedRun.Window profile,
            TimedRun.Window handOver,
            double steps,
            TimedRun.Window candidate,
            int rounds) {

        /**
         * Warm-up runs before the measured ones, for compilation.
         *
         * @param window window of each run
         * @param least minimum seconds of all runs
         * @param most seconds after which no run begins
         */
        public record WarmUp(TimedRun.Window window, double least, double most) {
            private static final double STEADY = 1.1;

            /** Returns whether another run is wanted, after so many seconds and runs of these steps per second. */
            boolean goesOn(double seconds, double before, double now) {
                return seconds < most && (seconds < least || now > STEADY * before);
            }
        }

        /** Default durations: half a minute where intervals are short. */
        public static final MeasuringTimes DEFAULT = new MeasuringTimes(
                new WarmUp(new TimedRun.Window(0, 0.8, 1), 3, 10),
                new TimedRun.Window(0.4, 1, 2),
                new TimedRun.Window(0.2, 0.4, 2),
                1,
                new TimedRun.Window(0.4, 1.2, 2),
                2);
    }
}
