package io.htsrl.cluster.columns;

/**
 * A full column. Immutable; arrays are not changed after it was made.
 *
 * @param column what the bank gets, by {@link ColumnCodec#column}
 * @param end    the replica's state behind its last step, as {@code Replica.save} writes it
 */
public record ColumnResult(long interval, int attempt, int environment, byte[] column, byte[] end) {}
