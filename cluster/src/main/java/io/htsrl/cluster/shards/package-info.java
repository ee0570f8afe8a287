/**
 * Shards of the replay memory on nodes, without a network: {@link io.htsrl.cluster.shards.HeldShards} are those of a node,
 * {@link io.htsrl.cluster.shards.PendingAnswers} what the learner waits for. How they speak to each other is the business
 * of {@code io.htsrl.cluster.pekko}, what they say of {@code io.htsrl.replay.wire}.
 */
package io.htsrl.cluster.shards;
