package io.htsrl.cluster.table;

/**
 * What the loss of a node cost. Immutable; in nanoseconds.
 *
 * @param node      for people
 * @param noticed   when, by the coordinator's clock
 * @param unnoticed how long it had been silent by then, or had not got on
 * @param rerun     from then on until the last of its columns was full
 * @param columns   that it had not filled
 */
public record Recovery(String node, long noticed, long unnoticed, long rerun, int columns) {}
