/**
 * What others see of nodes: {@link io.htsrl.cluster.metrics.ClusterMetrics} is read by any thread, {@link
 * io.htsrl.cluster.metrics.ClusterMetrics.NodeMetrics} is written by the learner's actor. Copies, bounded, and no bit of a run.
 */
package io.htsrl.cluster.metrics;
