/**
 * The messages between a memory in shards and a shard in another process: {@link io.htsrl.replay.wire.ShardRequest}s,
 * numbered commands and questions, and its {@link io.htsrl.replay.wire.ShardAnswer}s. The implementation of {@link
 * io.htsrl.replay.wire.ShardChannel} carries them.
 */
package io.htsrl.replay.wire;
