/**
 * What is learnt, and how it acts: {@link Policy}, a pure function from parameters and an observation row to an output
 * row; an {@link ActionHead}, which alone knows what the first part of an output row and an action row mean; and an
 * {@link ActionSelector} for each replica, the head's own draws or exploration on top of them.
 *
 * <p>Heads: {@link Categorical}, {@link MultiCategorical} and {@link DiagonalGaussian}, whose
 * {@link io.htsrl.core.policy.DistributionHead.ActionDistribution} policy gradients differentiate ({@link DistributionHead}); {@link SquashedGaussian}, whose
 * {@link io.htsrl.core.policy.SquashedGaussian.SquashedDraw} is a function that can be differentiated, and whose draws {@link CorrelatedNoise} lets go on from
 * step to step; {@link Deterministic}, explored by {@link GaussianNoise} or {@link OrnsteinUhlenbeckNoise}; and
 * {@link ActionValues}, by {@link EpsilonGreedySelector}.
 *
 * <p>What a policy reads is an {@link ObservationBatch}; {@link ActingState} says which parameters act, or
 * {@link PublishedParameters} where there is no swap.
 */
package io.htsrl.core.policy;
