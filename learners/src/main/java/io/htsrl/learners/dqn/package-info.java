/**
 * The DQN family: {@link io.htsrl.learners.dqn.DqnLearner} makes the updates that are due, {@code
 * TemporalDifference} is their loss, {@link io.htsrl.learners.dqn.QRows} reads output rows as action values,
 * dueling or not, {@code ActorErrors} prioritises new transitions as Ape-X does. The details are numbered in {@code
 * docs/explanation/dqn.md}.
 */
package io.htsrl.learners.dqn;
