/**
 * Parallelised Q-learning (Gallici et al. 2024): {@link io.htsrl.learners.pqn.PqnLearner} learns Q-values from each
 * bank once, without replay memory or target network; {@code docs/explanation/dqn.md} has its details.
 */
package io.htsrl.learners.pqn;
