/**
 * Replay memories for off-policy learners.
 *
 * <p>The index: {@link io.htsrl.replay.SumTree}, a lock-free K-ary sum tree over fixed-point priorities
 * ({@link io.htsrl.replay.PriorityScale}), its layout ({@link io.htsrl.replay.TreeShape}) and aligned memory
 * ({@link io.htsrl.replay.TreeMemory.Direct}), and {@link io.htsrl.replay.SumTreeCursor}, through which a thread draws
 * and updates in batches.
 *
 * <p>The memory: {@link io.htsrl.replay.ReplayMemory} is the contract and {@link io.htsrl.replay.PrioritizedReplay} the
 * implementation, set up by {@link io.htsrl.replay.ReplayConfig}. Steps are in {@link io.htsrl.replay.StepRings}, their
 * frames once each in a {@link io.htsrl.replay.FrameStore}; transitions are read from there into the rows of a
 * {@link io.htsrl.replay.ReplayBatch}; {@link io.htsrl.replay.PriorityScale.PriorityRule} computes priorities from TD
 * errors, and importance weights from priorities.
 *
 * <p>With goals that were achieved in hindsight: {@link io.htsrl.replay.Hindsight} reads them into the rows, by the
 * settings in {@link io.htsrl.replay.HindsightConfig}.
 *
 * <p>In shards: {@link io.htsrl.replay.ShardedReplay} is the same memory in several {@code PrioritizedReplay}s of
 * neighbouring environments; {@link io.htsrl.replay.StepRows} holds their steps back until several threads append them.
 * {@link io.htsrl.replay.MemoryFormat} saves either memory in the same bytes.
 *
 * <p>Other ways to choose what is drawn are in {@code io.htsrl.replay.selectors}. {@link io.htsrl.replay.RatioSchedule}
 * and {@link io.htsrl.replay.RateLimiter} keep the ratio of updates to steps.
 */
package io.htsrl.replay;
