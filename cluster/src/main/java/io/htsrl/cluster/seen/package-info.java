/**
 * What others see of nodes: {@link io.htsrl.cluster.seen.NodesSeen} is read by any thread, {@link
 * io.htsrl.cluster.seen.NodeSeen} is written by the learner's actor. Copies, bounded, and no bit of a run.
 */
package io.htsrl.cluster.seen;
