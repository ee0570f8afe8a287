package io.htsrl.experiments.tune;

import io.htsrl.experiments.tune.model.Candidates;
import io.htsrl.experiments.tune.model.Candidates.Candidate;
import io.htsrl.experiments.tune.model.Forecast;
import io.htsrl.experiments.tune.model.Knobs;
import io.htsrl.experiments.tune.model.ThroughputModel;
import io.htsrl.experiments.tune.model.Workload;
import io.htsrl.core.schedule.Backend;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Finds the best knobs of one run: profile, prediction of all settings, measurement of the best. One thread. */
public final class Tuning {
    /** Timesteps that no measurement comes to the end of. */
    public static final long ENDLESS = 1L << 40;

    private static final int BEST = 3;
    private static final int ROUNDS = 2;
    private static final TimedRun.Window WINDOW = new TimedRun.Window(0.4, 1.2, 2);

    private final RunConfig config;
    private final Workload load;
    private final Predicate<Knobs> wanted;

    /**
     * Takes what is to be tuned.
     *
     * @param wanted which settings of the knobs may be chosen
     */
    public Tuning(RunConfig config, Predicate<Knobs> wanted) {
        this.config = config.lasting(ENDLESS);
        this.load = Workload.of(config.pipeline(), Runtime.getRuntime().availableProcessors());
        this.wanted = wanted;
    }

    /**
     * One setting, measured.
     *
     * @param usual whether it is what {@code hts train} would have taken
     */
    public record Measured(Knobs knobs, Forecast forecast, double stepsPerSecond, boolean usual) {}

    /**
     * What came of it.
     *
     * @param settings how many were predicted
     * @param measured the fastest first
     */
    public record Outcome(Workload load, Profile profile, int settings, List<Measured> measured) {
        /** The fastest. */
        public Measured best() {
            return measured.get(0);
        }
    }

    /** @param progress is told what is being done */
    public Outcome run(Consumer<String> progress) throws TrainingFailedException, InterruptedException {
        progress.accept("measuring what steps, forwards, updates and hand-overs cost ...");
        Profile profile = new Profiler(config, load).measure();
        ThroughputModel model = new ThroughputModel(load, profile.costs());
        List<Knobs> all = Candidates.all(load, config.pipeline().backend() == Backend.JVM).stream()
                .filter(wanted)
                .toList();
        Map<Knobs, Forecast> chosen = new LinkedHashMap<>();
        for (Candidate candidate : Candidates.best(Candidates.ranked(all, model), BEST)) {
            chosen.put(candidate.knobs(), candidate.forecast());
        }
        Knobs usual = Knobs.of(config.pipeline());
        chosen.putIfAbsent(usual, model.of(usual));
        Map<Knobs, List<Double>> rates = new LinkedHashMap<>();
        for (int round = 0; round < ROUNDS; round++) { // in turns, so that what the machine does meanwhile meets all
            for (Knobs knobs : chosen.keySet()) {
                progress.accept("measuring " + knobs + " ...");
                rates.computeIfAbsent(knobs, key -> new ArrayList<>())
                        .add(TimedRun.of(config, knobs, WINDOW).stepsPerSecond());
            }
        }
        List<Measured> measured = new ArrayList<>();
        chosen.forEach((knobs, forecast) ->
                measured.add(new Measured(knobs, forecast, mean(rates.get(knobs)), knobs.equals(usual))));
        measured.sort(Comparator.comparingDouble(m -> -m.stepsPerSecond()));
        return new Outcome(load, profile, all.size(), List.copyOf(measured));
    }

    private static double mean(List<Double> rates) {
        return rates.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }
}
