package io.htsrl.trainer.logging;

import io.htsrl.trainer.report.IntervalReport;

/**
 * What is logged of an interval: a line of {@code metrics.jsonl}. Immutable.
 *
 * @param report         of the interval
 * @param stepsPerSecond since the interval that was logged before it
 */
public record LoggedInterval(IntervalReport report, double stepsPerSecond) {}
