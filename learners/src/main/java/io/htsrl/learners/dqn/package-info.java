/**
 * The DQN family: {@link io.htsrl.learners.dqn.DqnLearner} makes the updates that are due, {@code TemporalDifference}
 * computes their loss, {@link io.htsrl.learners.values.QRows} reads action values from output rows, dueling or not, and
 * {@code ActorErrors} prioritises new transitions as Ape-X does. The details are numbered in
 * {@code docs/explanation/dqn.md}.
 */
package io.htsrl.learners.dqn;
