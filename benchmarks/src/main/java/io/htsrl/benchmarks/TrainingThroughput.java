package io.htsrl.benchmarks;

import io.htsrl.cli.Hts;
import io.htsrl.cli.rundir.RunTally.LearnedFrames;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures environment steps per second of whole training runs on CartPole-v1, 16 environments, hidden layers of 64 and
 * 64. The settings take turns within one process, after a warm-up run of each; medians are printed with the time of
 * each role.
 *
 * <p>Arguments: {@code [repetitions] [setting...]}, a setting being
 * {@code algorithm/schedule/actors/executors/learners}, {@code ppo/hts/0/1/1} for example.
 */
public final class TrainingThroughput {
    private static final List<String> DEFAULT_SETTINGS = List.of(
            "ppo/hts/0/1/1", "ppo/sync/0/1/1", "a2c/hts/0/1/1", "a2c/sync/0/1/1", "dqn/hts/0/1/1", "dqn/sync/0/1/1");
    private static final String ENVIRONMENT = "CartPole-v1";
    /**
     * Flags by algorithm, independent of our presets: CleanRL's for PPO, Stable-Baselines3's for A2C. DQN keeps its
     * preset.
     */
    private static final Map<String, List<String>> SETTINGS = Map.of(
            "ppo",
                    List.of(
                            "--total-timesteps",
                            "500000",
                            "--sync-interval",
                            "128",
                            "--learning-rate",
                            "2.5e-4",
                            "--gamma",
                            "0.99",
                            "--gae-lambda",
                            "0.95",
                            "--ent-coef",
                            "0.01",
                            "--clip-vloss",
                            "--update-epochs",
                            "4",
                            "--num-minibatches",
                            "4"),
            "a2c",
                    List.of(
                            "--total-timesteps",
                            "1000000",
                            "--sync-interval",
                            "16",
                            "--learning-rate",
                            "7e-4",
                            "--no-anneal-lr",
                            "--gamma",
                            "0.99",
                            "--gae-lambda",
                            "1",
                            "--no-norm-adv",
                            "--ent-coef",
                            "0"),
            "dqn", List.of("--total-timesteps", "300000"));

    private TrainingThroughput() {}

    public static void main(String[] args) throws Exception {
        VectorModule.load(); // before a class that uses it is linked
        int repetitions = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        List<String> settings = args.length > 1 ? Arrays.asList(args).subList(1, args.length) : DEFAULT_SETTINGS;
        Map<String, List<Measurement>> results = new LinkedHashMap<>();
        for (int repetition = 0; repetition <= repetitions; repetition++) {
            for (String setting : settings) {
                Measurement result = measure(config(setting));
                if (repetition > 0) { // the first is warm-up
                    results.computeIfAbsent(setting, key -> new ArrayList<>()).add(result);
                }
            }
        }
        print(results, System.out);
    }

    /**
     * Result of a run.
     *
     * @param frames transitions of all updates per second; a transition counts once for each update that uses it
     */
    private record Measurement(TrainingResult result, double frames) {}

    private static Measurement measure(RunConfig config) throws Exception {
        LearnedFrames frames = new LearnedFrames();
        TrainingListener counting = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                frames.add(report);
            }
        };
        return new Measurement(new Trainer(config, counting, new RunControl()).run(), frames.perSecond(config));
    }

    /**
     * Returns the configuration of a setting.
     *
     * @param changes flags with a value each, instead of its own or in addition to them
     */
    public static RunConfig config(String setting, String... changes) {
        String[] parts = setting.split("/");
        List<String> flags = new ArrayList<>(List.of(
                "--algo",
                parts[0],
                "--env",
                ENVIRONMENT,
                "--schedule",
                parts[1],
                "--actors",
                parts[2],
                "--executors",
                parts[3],
                "--learners",
                parts[4]));
        flags.addAll(SETTINGS.get(parts[0]));
        for (int i = 0; i < changes.length; i += 2) {
            int at = flags.indexOf(changes[i]);
            if (at >= 0) { // a flag is given once
                flags.subList(at, at + 2).clear();
            }
            flags.addAll(List.of(changes[i], changes[i + 1]));
        }
        return Hts.configure(flags.toArray(String[]::new));
    }

    private static void print(Map<String, List<Measurement>> results, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "%-16s %10s %10s %10s %10s  %s%n",
                "setting",
                "median/s",
                "frames/s",
                "min/s",
                "max/s",
                "seconds per role in the median run");
        results.forEach((setting, runs) -> {
            List<Measurement> sorted = new ArrayList<>(runs);
            sorted.sort((a, b) ->
                    Double.compare(a.result().stepsPerSecond(), b.result().stepsPerSecond()));
            Measurement middle = sorted.get(sorted.size() / 2);
            TrainingResult median = middle.result();
            StringBuilder roles = new StringBuilder();
            median.roleSeconds()
                    .forEach((role, seconds) -> roles.append(String.format(Locale.ROOT, "%s %.2f  ", role, seconds)));
            out.printf(
                    Locale.ROOT,
                    "%-16s %10.0f %10.0f %10.0f %10.0f  %sof %.2f%n",
                    setting,
                    median.stepsPerSecond(),
                    middle.frames(),
                    sorted.get(0).result().stepsPerSecond(),
                    sorted.get(sorted.size() - 1).result().stepsPerSecond(),
                    roles,
                    median.wallSeconds());
        });
    }
}
