package io.htsrl.trainer.evaluation;

import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.util.List;
import java.util.Optional;

/**
 * The metrics of Liu, Yeh, Schwing, "High-Throughput Synchronous Deep RL" (NeurIPS 2020), section 5, over a run's
 * evaluations in the order of intervals. Both look at windows of ten policies: 100 episodes where each is evaluated
 * with ten, as in the paper. Stateless, any thread.
 */
public final class EvaluationMetrics {
    /** Number of policies in one window. */
    public static final int POLICIES = 10;

    private EvaluationMetrics() {}

    /**
     * Returns the final metric: the mean return of all episodes of the last ten evaluated policies. With fewer policies
     * it uses all; NaN without any.
     */
    public static double finalMetric(List<EvaluationRecord> evaluations) {
        return mean(evaluations.subList(Math.max(0, evaluations.size() - POLICIES), evaluations.size()));
    }

    /** Returns the mean return of the last evaluated policy; NaN without one. */
    public static double lastMean(List<EvaluationRecord> evaluations) {
        return mean(evaluations.subList(Math.max(0, evaluations.size() - 1), evaluations.size()));
    }

    /**
     * Returns the first evaluation at which the running mean over the last ten policies is at least {@code target}. Its
     * {@code timestep} is the required-steps metric, its {@code wallSeconds} the required-time metric. Only full
     * windows count, so a lucky first policy does not.
     *
     * @return empty where the target was never reached
     */
    public static Optional<EvaluationRecord> reaching(List<EvaluationRecord> evaluations, double target) {
        for (int end = POLICIES; end <= evaluations.size(); end++) {
            if (mean(evaluations.subList(end - POLICIES, end)) >= target) {
                return Optional.of(evaluations.get(end - 1));
            }
        }
        return Optional.empty();
    }

    private static double mean(List<EvaluationRecord> evaluations) {
        return Sample.mean(evaluations.stream()
                .flatMap(e -> e.episodes().stream())
                .mapToDouble(Episode::ret)
                .toArray());
    }
}
