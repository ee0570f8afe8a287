/**
 * What a memory in shards says to a shard in another process: {@link io.htsrl.replay.wire.ShardRequest}s, numbered
 * commands and questions, and its {@link io.htsrl.replay.wire.ShardAnswer}s. How they travel is the business of who implements {@link io.htsrl.replay.wire.ShardChannel}.
 */
package io.htsrl.replay.wire;
