/**
 * The work that travels: a {@link io.htsrl.cluster.columns.ColumnUnit} is some columns of one interval's bank, a pure
 * function of their start states, the parameters and their coordinates. {@link io.htsrl.cluster.columns.ColumnRunner} runs
 * one on any machine, by the executors that a run on one machine has; {@link io.htsrl.cluster.columns.ColumnCodec} turns
 * columns and starts into bytes and back. No network here.
 */
package io.htsrl.cluster.columns;
