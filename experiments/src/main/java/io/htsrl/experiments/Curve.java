package io.htsrl.experiments;

import io.htsrl.trainer.evaluation.Bootstrap;
import io.htsrl.trainer.evaluation.EvaluationMetrics;
import io.htsrl.trainer.evaluation.Sample;
import io.htsrl.trainer.report.EvaluationRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the policies of one run came to. Immutable.
 *
 * @param evaluations in the order of intervals
 */
record Curve(List<EvaluationRecord> evaluations) {
    private static final int POINTS = 60;

    /** The paper's final-time metric: the final metric of the policies that there were by then. */
    double finalMetric(double seconds) {
        return EvaluationMetrics.finalMetric(
                evaluations.stream().filter(e -> e.wallSeconds() <= seconds).toList());
    }

    /**
     * Mean return over seeds, and its 95 % interval, at moments with equal distances up to the one that all runs have
     * reached.
     *
     * @param group  the settings of all rows
     * @param x      the column of the moment
     * @param byTime moments in seconds rather than steps
     */
    static List<Row> mean(Row group, String x, List<Curve> seeds, boolean byTime) {
        ToDoubleFunction<EvaluationRecord> moment = byTime ? EvaluationRecord::wallSeconds : EvaluationRecord::timestep;
        double end = seeds.stream().mapToDouble(seed -> seed.end(moment)).min().orElseThrow();
        List<Row> rows = new ArrayList<>();
        for (int i = 1; i <= POINTS; i++) {
            double at = end * i / POINTS;
            double[] returns = seeds.stream()
                    .mapToDouble(seed -> seed.at(at, moment))
                    .filter(value -> !Double.isNaN(value))
                    .toArray();
            if (returns.length == seeds.size()) {
                Bootstrap.ConfidenceInterval interval = Bootstrap.ofMean(returns);
                rows.add(group.with(x, at, byTime ? 3 : 0)
                        .with("return", Sample.mean(returns), 2)
                        .with("return_low", interval.low(), 2)
                        .with("return_high", interval.high(), 2));
            }
        }
        return rows;
    }

    private double end(ToDoubleFunction<EvaluationRecord> moment) {
        return moment.applyAsDouble(evaluations.get(evaluations.size() - 1));
    }

    /** Mean return of the newest policy at that moment; NaN before the first. */
    private double at(double time, ToDoubleFunction<EvaluationRecord> moment) {
        return EvaluationMetrics.lastMean(evaluations.stream()
                .filter(e -> moment.applyAsDouble(e) <= time)
                .toList());
    }
}
