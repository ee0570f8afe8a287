package io.htsrl.trainer.report;

/**
 * What serves a run has changed, under {@code --adapt}. Immutable.
 *
 * @param interval the first with it
 * @param seconds  since this process's part of the run began
 * @param from     what served before, in words
 * @param to       what serves from here on
 */
public record AdaptationRecord(long interval, double seconds, String from, String to) {}
