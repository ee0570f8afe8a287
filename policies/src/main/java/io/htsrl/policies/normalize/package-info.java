/**
 * Observations normalised before a network: {@link io.htsrl.policies.normalize.NormalizedPolicy} is such a network, for
 * acting and for learning, {@link io.htsrl.policies.normalize.NormalizedRows} gives other networks the same rows, and
 * {@link io.htsrl.policies.normalize.Normalization} defines the place of its statistics in the parameters. The learner
 * computes and writes them.
 */
package io.htsrl.policies.normalize;
