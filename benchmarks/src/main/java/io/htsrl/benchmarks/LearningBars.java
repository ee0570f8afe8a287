package io.htsrl.benchmarks;

import io.htsrl.cli.Hts;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.service.VectorModule;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures the steps to a mean return of the last 100 episodes, seed by seed, under {@code hts} and {@code sync}.
 *
 * <p>Arguments: {@code THRESHOLD SEEDS} and then those of {@code hts train}, without seed and schedule: {@code 475 10
 * --algo ppo --env CartPole-v1}. A seed that never reaches the threshold counts with its total steps.
 */
public final class LearningBars {
    private static final int WINDOW = 100;

    private LearningBars() {}

    /** One seed: steps to the threshold (-1 for never), and the mean return at the end. */
    private record Outcome(long reached, double finalReturn, long total) {}

    public static void main(String[] args) throws Exception {
        VectorModule.load(); // before a class that uses it is linked
        double threshold = Double.parseDouble(args[0]);
        int seeds = Integer.parseInt(args[1]);
        List<String> flags = Arrays.asList(args).subList(2, args.length);
        double hts = measure("hts", threshold, seeds, flags, System.out);
        double sync = measure("sync", threshold, seeds, flags, System.out);
        System.out.printf(Locale.ROOT, "hts needs %.3f times the steps of sync%n", hts / sync);
    }

    private static double measure(String schedule, double threshold, int seeds, List<String> flags, PrintStream out)
            throws Exception {
        long reached = 0;
        long atEnd = 0;
        double steps = 0;
        StringBuilder line = new StringBuilder();
        for (int seed = 1; seed <= seeds; seed++) {
            Outcome outcome = run(schedule, seed, threshold, flags);
            reached += outcome.reached() >= 0 ? 1 : 0;
            atEnd += outcome.finalReturn() >= threshold ? 1 : 0;
            steps += outcome.reached() >= 0 ? outcome.reached() : outcome.total();
            line.append(String.format(Locale.ROOT, " %d/%.0f", outcome.reached(), outcome.finalReturn()));
        }
        out.printf(
                Locale.ROOT,
                "%s: %d of %d seeds reach %.0f, %d of %d end there, mean steps to it %.0f%n"
                        + "  steps to it / return at the end, by seed:%s%n",
                schedule,
                reached,
                seeds,
                threshold,
                atEnd,
                seeds,
                steps / seeds,
                line);
        return steps / seeds;
    }

    private static Outcome run(String schedule, int seed, double threshold, List<String> flags) throws Exception {
        List<String> arguments = new ArrayList<>(flags);
        arguments.addAll(List.of("--schedule", schedule, "--seed", String.valueOf(seed)));
        RunConfig config = Hts.configure(arguments.toArray(String[]::new));
        long[] reached = {-1};
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (reached[0] < 0 && report.episodes() >= WINDOW && report.meanReturn100() >= threshold) {
                    reached[0] = report.timesteps();
                }
            }
        };
        TrainingResult result = new Trainer(config, listener, new RunControl()).run();
        return new Outcome(reached[0], result.meanReturn100(), result.timesteps());
    }
}
