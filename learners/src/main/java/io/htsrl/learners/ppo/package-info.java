/**
 * Proximal policy optimization: {@link io.htsrl.learners.ppo.PpoLearner} reads top to bottom like its paper,
 * {@code ClippedLoss} computes its objective, {@code Minibatches} the order of its epochs. The details are numbered in
 * {@code docs/explanation/ppo.md}.
 */
package io.htsrl.learners.ppo;
