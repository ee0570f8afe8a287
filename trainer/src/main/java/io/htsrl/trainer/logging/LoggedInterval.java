package io.htsrl.trainer.logging;

import io.htsrl.trainer.report.IntervalReport;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The logged data of an interval: a line of {@code metrics.jsonl}, and figures that only a live run has. Immutable.
 *
 * @param report of the interval
 * @param stepsPerSecond since the interval that was logged before it
 * @param batchSizes policy forwards by the number of their states, since then
 * @param lags rollouts learnt from by their lag, since then
 * @param priorities some priorities above 0 in the replay memory; empty without one; must not be written
 */
public record LoggedInterval(
        IntervalReport report,
        double stepsPerSecond,
        SortedMap<Integer, Long> batchSizes,
        SortedMap<Integer, Long> lags,
        double[] priorities) {

    /** Copies the maps. */
    public LoggedInterval {
        batchSizes = Collections.unmodifiableSortedMap(new TreeMap<>(batchSizes));
        lags = Collections.unmodifiableSortedMap(new TreeMap<>(lags));
    }

    /** Creates the data of the line alone. */
    public LoggedInterval(IntervalReport report, double stepsPerSecond) {
        this(report, stepsPerSecond, new TreeMap<>(), new TreeMap<>(), new double[0]);
    }
}
