/**
 * Learning: computes new parameters from a bank, for any algorithm.
 *
 * <p>{@link io.htsrl.learners.Algorithm} is the service interface of an algorithm, {@link io.htsrl.learners.Algorithms}
 * the registry of all. {@link io.htsrl.learners.AlgorithmConfig} is the interface of its settings,
 * {@link io.htsrl.learners.LearnerInputs} holds the inputs of its {@link io.htsrl.learners.Learner}.
 * {@link io.htsrl.learners.LearningStage} applies a learner at its place in the schedule, with the exactly
 * one-step-delayed update, and {@link io.htsrl.learners.LearnerWorker} runs the stage on the learner's thread.
 *
 * <p>Each algorithm has a subpackage that no other package uses. Shared code is in {@code onpolicy}, {@code offpolicy},
 * {@code statistics} and {@code optim}. This package uses only {@code optim}.
 */
package io.htsrl.learners;
