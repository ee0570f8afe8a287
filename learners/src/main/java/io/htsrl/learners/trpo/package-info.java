/**
 * Trust region policy optimization (Schulman et al. 2015): {@link io.htsrl.learners.trpo.TrpoLearner} updates policy
 * and critic, {@code TrustRegionStep} is the policy's natural gradient step and its line search; the details are
 * numbered in {@code docs/explanation/trpo.md}.
 */
package io.htsrl.learners.trpo;
