package io.htsrl.monitor.tensorboard;

import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.MetricGroup;
import java.util.LinkedHashMap;
import java.util.Map;

/** Names of a run's metrics: CleanRL's where it has them, else those of Stable-Baselines3. Stateless, any thread. */
public final class Scalars {
    static final String EPISODIC_RETURN = "charts/episodic_return";
    static final String EPISODIC_LENGTH = "charts/episodic_length";
    static final String MEAN_REWARD = "eval/mean_reward";
    private static final String STD_REWARD = "eval/std_reward";
    private static final String MEAN_LENGTH = "eval/mean_ep_length";

    private static final String CRITICS = "critic_loss";

    /** Metrics of learners whose tags are not {@code losses/} and their name. */
    private static final Map<String, String> NAMES = Map.of(
            "learning_rate",
            "charts/learning_rate",
            CRITICS,
            "losses/qf_loss",
            "updates",
            "hts/updates",
            "epochs",
            "hts/epochs",
            "lag_mean",
            "hts/lag_mean",
            "reward_scale",
            "hts/reward_scale");

    private Scalars() {}

    /** Returns all metrics of an interval, by tag. */
    public static Map<String, Double> of(LoggedInterval interval) {
        IntervalReport report = interval.report();
        Map<String, Double> scalars = new LinkedHashMap<>();
        scalars.put("charts/SPS", interval.stepsPerSecond());
        scalars.put("rollout/ep_rew_mean", report.meanReturn100());
        scalars.put("time/time_elapsed", report.wallSeconds());
        scalars.put("time/iterations", report.interval() + 1.0);
        scalars.put("time/episodes", (double) report.episodes());
        if (report.lag() >= 0) {
            scalars.put("hts/lag", (double) report.lag());
        }
        boolean critics = report.losses().containsKey(CRITICS);
        report.losses().forEach((name, value) -> scalars.put(tag(name, critics), value));
        return scalars;
    }

    /** Returns all metrics of an evaluation, by tag. */
    public static Map<String, Double> of(EvaluationRecord evaluation) {
        double length = evaluation.episodes().stream()
                .mapToInt(EvaluationRecord.Episode::length)
                .average()
                .orElse(Double.NaN);
        Map<String, Double> scalars = new LinkedHashMap<>();
        scalars.put(MEAN_REWARD, evaluation.meanReturn());
        scalars.put(STD_REWARD, evaluation.stdReturn());
        scalars.put(MEAN_LENGTH, length);
        return scalars;
    }

    private static String tag(String metric, boolean critics) {
        if (MetricGroup.NODES.has(metric)) {
            return "nodes/" + MetricGroup.NODES.within(metric);
        }
        return critics && metric.equals("q_values")
                ? "losses/qf1_values" // for actors with critics; DQN's name has no number
                : NAMES.getOrDefault(metric, (MetricGroup.REPLAY.has(metric) ? "replay/" : "losses/") + metric);
    }
}
