package io.htsrl.benchmarks;

import io.htsrl.core.PipelineConfig;
import io.htsrl.core.RunControl;
import io.htsrl.core.Schedule;
import io.htsrl.core.WaitMode;
import io.htsrl.learners.A2cConfig;
import io.htsrl.learners.ActorCriticConfig;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.OptimizerConfig;
import io.htsrl.learners.PpoConfig;
import io.htsrl.policies.MlpConfig;
import io.htsrl.trainer.RunConfig;
import io.htsrl.trainer.Trainer;
import io.htsrl.trainer.TrainingListener;
import io.htsrl.trainer.TrainingResult;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Environment steps per second of whole training runs on CartPole-v1, 16 environments, separate 64-64 torsos: the
 * settings take turns within one process, after a run of each as warm-up, and medians are printed with the time of
 * each role.
 *
 * <p>Arguments: {@code [repetitions] [setting...]}, a setting being {@code algorithm/schedule/actors/executors},
 * {@code ppo/hts/0/1} for example.
 */
public final class TrainingThroughput {
    private static final List<String> DEFAULT_SETTINGS =
            List.of("ppo/hts/0/1", "ppo/sync/0/1", "a2c/hts/0/1", "a2c/sync/0/1");
    private static final int ENVIRONMENTS = 16;

    private TrainingThroughput() {
    }

    public static void main(String[] args) throws Exception {
        int repetitions = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        List<String> settings = args.length > 1 ? Arrays.asList(args).subList(1, args.length) : DEFAULT_SETTINGS;
        Map<String, List<TrainingResult>> results = new LinkedHashMap<>();
        for (int repetition = 0; repetition <= repetitions; repetition++) {
            for (String setting : settings) {
                TrainingResult result = new Trainer(
                        config(setting), TrainingListener.NONE, new RunControl()).run();
                if (repetition > 0) { // the first is warm-up
                    results.computeIfAbsent(setting, key -> new ArrayList<>()).add(result);
                }
            }
        }
        print(results, System.out);
    }

    private static RunConfig config(String setting) {
        String[] parts = setting.split("/");
        boolean ppo = parts[0].equals("ppo");
        Schedule schedule = Schedule.valueOf(parts[1].toUpperCase(Locale.ROOT));
        PipelineConfig pipeline = new PipelineConfig(schedule, ENVIRONMENTS, ppo ? 128 : 16,
                Integer.parseInt(parts[2]), Integer.parseInt(parts[3]), ENVIRONMENTS, WaitMode.PHASED);
        return new RunConfig("CartPole-v1", Map.of(), null, 1, ppo ? 500_000 : 1_000_000, pipeline,
                new MlpConfig(List.of(64, 64), MlpConfig.Activation.TANH, false), ppo ? ppo() : a2c());
    }

    private static AlgorithmConfig ppo() {
        return new PpoConfig(new ActorCriticConfig(0.99, 0.95, true, 0.01, 0.5),
                new OptimizerConfig(OptimizerConfig.Kind.ADAM, 2.5e-4, true, 1e-5, 0.99, 0.5), 4, 4, 0.2, true, 0);
    }

    private static AlgorithmConfig a2c() {
        return new A2cConfig(new ActorCriticConfig(0.99, 1.0, false, 0, 0.5),
                new OptimizerConfig(OptimizerConfig.Kind.RMSPROP, 7e-4, false, 1e-5, 0.99, 0.5));
    }

    private static void print(Map<String, List<TrainingResult>> results, PrintStream out) {
        out.printf(Locale.ROOT, "%-16s %10s %10s %10s  %s%n", "setting", "median/s", "min/s", "max/s",
                "seconds per role in the median run");
        results.forEach((setting, runs) -> {
            List<TrainingResult> sorted = new ArrayList<>(runs);
            sorted.sort((a, b) -> Double.compare(a.stepsPerSecond(), b.stepsPerSecond()));
            TrainingResult median = sorted.get(sorted.size() / 2);
            StringBuilder roles = new StringBuilder();
            median.roleSeconds().forEach((role, seconds) ->
                    roles.append(String.format(Locale.ROOT, "%s %.2f  ", role, seconds)));
            out.printf(Locale.ROOT, "%-16s %10.0f %10.0f %10.0f  %sof %.2f%n", setting, median.stepsPerSecond(),
                    sorted.get(0).stepsPerSecond(), sorted.get(sorted.size() - 1).stepsPerSecond(), roles,
                    median.wallSeconds());
        });
    }
}
