/**
 * What off-policy learners learn from.
 *
 * <p>The index: {@link io.htsrl.replay.SumTree}, a lock-free K-ary sum tree over fixed-point priorities
 * ({@link io.htsrl.replay.PriorityScale}), its layout ({@link io.htsrl.replay.TreeShape}) and aligned memory
 * ({@link io.htsrl.replay.DirectTreeMemory}), and {@link io.htsrl.replay.SumTreeCursor}, through which a thread draws and
 * updates in batches.
 *
 * <p>The memory: {@link io.htsrl.replay.ReplayMemory} is the contract and {@link io.htsrl.replay.PrioritizedReplay} the
 * implementation, set up by {@link io.htsrl.replay.ReplayConfig}. Steps lie in {@link io.htsrl.replay.StepRings}, their
 * frames once each in a {@link io.htsrl.replay.FrameStore}; transitions are read
 * from there into the rows of a {@link io.htsrl.replay.ReplayBatch}; {@link io.htsrl.replay.PriorityScale.PriorityRule} turns TD errors into
 * priorities and those into importance weights.
 *
 * <p>In shards: {@link io.htsrl.replay.ShardedReplay} is the same memory over {@link io.htsrl.replay.ReplayShard}s, each a
 * replicated state machine of numbered commands: {@link io.htsrl.replay.LocalShard} is one here, {@link
 * io.htsrl.replay.RemoteShard} one elsewhere, which a {@link io.htsrl.replay.ShardServer} serves there. {@link
 * io.htsrl.replay.StepRows} and {@link io.htsrl.replay.ReplayShard.ShardRows} are what they are told, {@link
 * io.htsrl.replay.MemoryFormat} is how either memory is saved, in the same bytes.
 *
 * <p>Other ways to choose what is drawn are in {@code io.htsrl.replay.selectors}.
 *
 * <p>How many updates are due after how many steps is said in {@code io.htsrl.replay.rate}; what travels to shards
 * elsewhere lies in {@code io.htsrl.replay.wire}.
 */
package io.htsrl.replay;
