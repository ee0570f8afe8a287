/**
 * Which transition is drawn, for users of Reverb: a {@link io.htsrl.replay.selectors.Selector} chooses among items, {@link
 * io.htsrl.replay.selectors.Table} says which one a memory has and how often an item is drawn, {@link
 * io.htsrl.replay.selectors.TableReplay} is that memory.
 *
 * <p>{@link io.htsrl.replay.selectors.Prioritized} and {@link io.htsrl.replay.selectors.Uniform} choose over a sum tree
 * ({@link io.htsrl.replay.selectors.Weighted}); {@link io.htsrl.replay.selectors.Fifo}, {@link
 * io.htsrl.replay.selectors.Lifo}, {@link io.htsrl.replay.selectors.MaxHeap} and {@link
 * io.htsrl.replay.selectors.MinHeap} take the first of an order ({@link io.htsrl.replay.selectors.Ordered}, {@link
 * io.htsrl.replay.selectors.LeastFirst}).
 */
package io.htsrl.replay.selectors;
