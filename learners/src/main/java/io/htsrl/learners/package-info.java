/**
 * Learning: from a bank to new parameters.
 *
 * <p>{@link io.htsrl.learners.Learner} is the contract; {@link io.htsrl.learners.A2cLearner} and
 * {@link io.htsrl.learners.PpoLearner} read top to bottom like their papers, on top of
 * {@link io.htsrl.learners.ReturnEstimates} (GAE in {@link io.htsrl.learners.Advantages}, or
 * {@link io.htsrl.learners.VTrace} where the behaviour policy lags), {@link io.htsrl.learners.ActionDistribution} (log-
 * probability, entropy and their gradients) and {@link io.htsrl.learners.Optimizer}.
 * {@link io.htsrl.learners.DqnLearner} remembers banks in a replay memory and learns from what it draws.
 * {@link io.htsrl.learners.LearningStage} applies a learner at its place in the schedule, with the exactly
 * one-step-delayed update, and {@link io.htsrl.learners.LearnerWorker} runs the stage on the learner's thread.
 */
package io.htsrl.learners;
