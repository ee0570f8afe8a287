/**
 * Which transition is drawn, for users of Reverb: a {@link io.htsrl.replay.selectors.Selector} chooses among items, {@link
 * io.htsrl.replay.selectors.SelectionConfig} says which one a memory has and how often an item is drawn, {@link
 * io.htsrl.replay.selectors.TableReplay} is that memory. {@link io.htsrl.replay.selectors.WeightedSelector} chooses by
 * chance, {@link io.htsrl.replay.selectors.HeapSelector} takes the first of an order.
 */
package io.htsrl.replay.selectors;
