/**
 * Observations normalised before a network: {@link io.htsrl.policies.normalize.NormalizedPolicy} is such a network, for
 * acting and for learning, and {@link io.htsrl.policies.normalize.Normalization} says where its statistics lie among the
 * parameters. Whoever learns writes them there; nothing here computes them.
 */
package io.htsrl.policies.normalize;
