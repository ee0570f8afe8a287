/**
 * Tabular Q-learning: {@link io.htsrl.learners.qlearning.QLearning} is the algorithm, {@code QLearningLearner} makes
 * its updates, step by step. The details are numbered in {@code docs/explanation/q-learning.md}.
 */
package io.htsrl.learners.qlearning;
