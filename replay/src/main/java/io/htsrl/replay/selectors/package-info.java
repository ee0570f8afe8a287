/**
 * Selection of the transitions to draw, as in Reverb: a {@link io.htsrl.replay.selectors.Selector} chooses among items,
 * {@link io.htsrl.replay.selectors.SelectionConfig} selects one and limits the draws of an item,
 * {@link io.htsrl.replay.selectors.TableReplay} is such a memory. {@link io.htsrl.replay.selectors.WeightedSelector}
 * chooses at random, {@link io.htsrl.replay.selectors.HeapSelector} takes the first of an order.
 */
package io.htsrl.replay.selectors;
