/**
 * What is learnt: {@link Policy}, a pure function from parameters and an observation row to an output row, and
 * {@link ActionSelector}, which turns an output row and a draw into an action. What it reads is an
 * {@link ObservationBatch}; {@link ActingState} says which parameters act, or {@link PublishedParameters} where there
 * is no swap.
 */
package io.htsrl.core.policy;
