package io.htsrl.monitor.tracking;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.htsrl.monitor.tensorboard.Scalars;
import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.logging.RunLog;
import io.htsrl.trainer.report.EvaluationRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/** Passes the metrics of intervals and evaluations on, with the names that they have in TensorBoard. One thread. */
abstract class TrackingLog implements RunLog {
    /** Makes JSON. A mapper would take a tenth of a second, and every start makes all loggers, to list them. */
    static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Takes metrics that were measured after {@code step} environment steps; all values are finite. */
    abstract void log(long step, Map<String, Double> metrics) throws Exception;

    @Override
    public final void onInterval(LoggedInterval interval) throws Exception {
        logFinite(interval.report().timesteps(), Scalars.of(interval));
    }

    @Override
    public final void onEvaluation(EvaluationRecord evaluation) throws Exception {
        logFinite(evaluation.timestep(), Scalars.of(evaluation));
    }

    private void logFinite(long step, Map<String, Double> metrics) throws Exception {
        Map<String, Double> finite = new LinkedHashMap<>(metrics);
        finite.values().removeIf(value -> !Double.isFinite(value)); // JSON has no others
        if (!finite.isEmpty()) {
            log(step, finite);
        }
    }
}
