/**
 * Work for nodes: a {@link io.htsrl.cluster.columns.ColumnUnit} is some columns of one interval's bank, a pure function
 * of their start states, the parameters and their coordinates. {@link io.htsrl.cluster.columns.ColumnRunner} runs one
 * on any machine, with the executors that a run on one machine has. {@link io.htsrl.cluster.columns.ColumnCodec}
 * encodes and decodes columns and starts. This package uses no network.
 */
package io.htsrl.cluster.columns;
