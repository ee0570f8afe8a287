/**
 * Policies and their actions: {@link Policy}, a pure function from parameters and an observation row to an output row;
 * an {@link ActionHead}, which alone defines the meaning of the first part of an output row and of an action row; and
 * an {@link ActionSelector} for each replica, which draws from the head or adds exploration.
 *
 * <p>Heads: {@link Categorical}, {@link MultiCategorical}, {@link DiagonalGaussian} and {@link StateDependentGaussian},
 * which are {@link DistributionHead}s for policy gradients; {@link SquashedGaussian}, with differentiable draws, which
 * {@link CorrelatedNoise} correlates over steps; {@link Deterministic}, with exploration by {@link GaussianNoise} or
 * {@link OrnsteinUhlenbeckNoise}; and {@link ActionValues}, with exploration by {@link EpsilonGreedySelector}.
 *
 * <p>A policy reads an {@link ObservationBatch}; {@link ActingState} holds the acting parameters, or
 * {@link PublishedParameters} under a schedule without a swap.
 */
package io.htsrl.core.policy;
