package io.htsrl.trainer.report;

/**
 * {@code --adapt-batch} has changed the size of the learner's batches. Immutable.
 *
 * @param interval whose steps are learnt from by the new ones first
 * @param seconds  since the run began, or went on
 * @param from     transitions of a batch before
 * @param to       transitions of a batch from there on
 */
public record BatchChange(long interval, double seconds, int from, int to) {}
